import { countLettersApart } from '../words/compare-words.ts';
import { editCost } from '../words/edit-cost.ts';
import { lettersOf } from '../words/name-token.ts';

/** The forms of Mexico, written as one word: lists part and dot them as they like. */
const MEXICAN =
  /^(SAPIB?|SA[BS]?|SPR|SSS|SC[LPSU]?|SNC|SRL|S(?=DER|EN)|AENP|ACP?|ARIC?|IAP|ABP|SOFOM|SOCIEDAD(ANONIMA|CIVIL|COOPERATIVA|PORACCIONESSIMPLIFICADA|FINANCIERADEOBJETOMULTIPLE)|ASOCIACIONCIVIL|INSTITUCIONDEASISTENCIAPRIVADA)(PROMOTORADEINVERSION)?(BURSATIL)?(ENNC|ENC(PORA)?)?(DEP)?(DER[ILSU]|DERESPONSABILIDAD(I?LIMITADA))?((DE)*C[RV]|DECAPITALVARIABLE)?(MI)?(SOFOM|SOCIEDADFINANCIERADEOBJETOMULTIPLE)?(E?N?R|ENTIDAD(NO)?REGULADA)?$/;

/** Those of other countries, as words; a form of several words is one line. */
const FOREIGN: ReadonlySet<string> = new Set(
  `LLC|LLP|LP|LLLP|PLLC|INC|INCORPORATED|INCORPORATION|CORP|CORPORATION|CO|COMPANY|LTD|LIMITED|PLC|PLLC|PTE|PTY|PVT
  |PRIVATE|UNLIMITED|LIMITED LIABILITY COMPANY|LIMITED LIABILITY PARTNERSHIP|LIMITED PARTNERSHIP|PUBLIC LIMITED COMPANY
  |JOINT STOCK|JOINT STOCK COMPANY|OPEN JOINT STOCK COMPANY|CLOSED JOINT STOCK COMPANY|PUBLIC JOINT STOCK COMPANY
  |GMBH|MBH|AG|KG|KGAA|OHG|EG|EV|SE|UG|GESELLSCHAFT MIT BESCHRANKTER HAFTUNG|AKTIENGESELLSCHAFT|KOMMANDITGESELLSCHAFT
  |SARL|SAS|SASU|EURL|SCI|SNC|SOCIETE ANONYME|SOCIETE A RESPONSABILITE LIMITEE|SPA|SRL|SRLS|SAPA|SOCIETA PER AZIONI
  |SOCIETA A RESPONSABILITA LIMITATA|SL|SLU|SAU|SLL|SOCIEDAD LIMITADA|SA|SAC|SAA|SAIC|SACI|EIRL|LTDA|LIMITADA|CIA LTDA
  |CA|COMPANIA ANONIMA|EPS|EIRELI|SGPS|LDA|BV|NV|BVBA|SPRL|VOF|CVBA|BESLOTEN VENNOOTSCHAP|NAAMLOZE VENNOOTSCHAP
  |AB|AKTIEBOLAG|AS|ASA|APS|IS|AKTIESELSKAB|ANPARTSSELSKAB|OY|OYJ|OYAB|HF|EHF|OU|UAB|SIA|AKCIJU SABIEDRIBA
  |SP ZOO|SPZOO|SP Z OO|SPOLKA Z OO|SPOLKA AKCYJNA|SPOLKA Z OGRANICZONA ODPOWIEDZIALNOSCIA|SRO|SPOL SRO|KFT|ZRT|NYRT|BT
  |DOO|DD|AD|EAD|OOD|EOOD|SOCIETATEA CU RASPUNDERE LIMITATA|SOCIETATE CU RASPUNDERE LIMITATA|EPE|AE
  |OOO|OAO|ZAO|PAO|AO|NAO|NPAO|NPO|FGUP|GUP|MUP|TOO|TOV|PP|PAT|PRAT|VAT|ZAT|PJSC|OJSC|CJSC|JSC|QSC|PSC|KSC|KSCP|SAOG|SAOC|PJS
  |OBSHCHESTVO S OGRANICHENNOY OTVETSTVENNOSTYU|AKTSIONERNOE OBSHCHESTVO|OTKRYTOE AKTSIONERNOE OBSHCHESTVO
  |ZAKRYTOE AKTSIONERNOE OBSHCHESTVO|PUBLICHNOE AKTSIONERNOE OBSHCHESTVO|TOVARYSTVO Z OBMEZHENOYU VIDPOVIDALNISTYU
  |ANONIM SIRKETI|LIMITED SIRKETI|LTD STI|STI|WLL|SAL|SAK|SAE|FZE|FZCO|FZC|FZ LLC|DMCC|BSC|BSCC|PJSCO
  |TBK|PERSEROAN TERBATAS|BHD|SDN|SENDIRIAN BERHAD|BERHAD|KK|GK|YK|KABUSHIKI KAISHA|YUGEN KAISHA|JSCB`
    .split('|')
    .map((line) => line.trim()),
);

/** Those that stand in front as well: OOO GAZPROM, PT ASTRA; and every form of several words. */
const LEADING: ReadonlySet<string> = new Set(
  'OOO OAO ZAO PAO AO NAO TOO TOV FGUP GUP PT CV JSC OJSC CJSC PJSC LLC SRL SARL SIA UAB'.split(
    ' ',
  ),
);
const WORDS_MAX = 10;

/** What a name is without its legal forms, at either end and however often; all of it where nothing else is left. */
export function stripLegalForms(words: readonly string[]): { core: string[]; forms: string[] } {
  let core = [...words];
  const forms: string[] = [];
  for (let found = findForm(core); found !== undefined; found = findForm(core)) {
    forms.push(found.form);
    core = found.rest;
  }
  return { core: cutGluedForm(core, forms), forms };
}

type Found = { form: string; rest: string[] };

function findForm(words: readonly string[]): Found | undefined {
  const most = Math.min(WORDS_MAX, words.length - 1);
  for (let count = most; count > 0; count -= 1) {
    const tail = words.slice(-count);
    if (isForm(tail)) return { form: tail.join(' '), rest: words.slice(0, -count) };
    const head = words.slice(0, count).join(' ');
    const leads = count === 1 ? LEADING.has(head) : FOREIGN.has(head);
    if (leads) return { form: head, rest: words.slice(count) };
  }
  return undefined;
}

function isForm(words: readonly string[]): boolean {
  const form = words.join(' ');
  return MEXICAN.test(words.join('')) || FOREIGN.has(form) || isMisspeltForm(form);
}

/** Long words only: a letter more or less makes a short form another word. */
const LONG = [...FOREIGN]
  .filter((form) => form.length >= 7 && !form.includes(' '))
  .map((form) => ({ form, letters: lettersOf(form) }));

function isMisspeltForm(form: string): boolean {
  if (form.length < 6) return false;
  const letters = lettersOf(form);
  return LONG.some(
    (one) =>
      Math.abs(one.form.length - form.length) <= NEAR_LENGTH &&
      countLettersApart(letters, one.letters) <= NEAR_LETTERS &&
      editCost(form, one.form, 1) <= 1,
  );
}

/** Beyond that no two words are one change apart, as cheap as letters may be. */
const NEAR_LENGTH = 2;
const NEAR_LETTERS = 3;

/** MENDUTSA DE CV: what precedes DE CV must have been a form. */
function cutGluedForm(core: string[], forms: string[]): string[] {
  if (core.at(-1) !== 'CV') return core;
  const glued = /^(.{3,}?)(SAPI|SAB|SA|S)((DE)*(RL)?(DE)+CV)$/.exec(
    core.slice(-4).join(' ').replaceAll(' ', ''),
  );
  return glued === null ? core : cutTail(core, forms);
}

function cutTail(core: string[], forms: string[]): string[] {
  const rest = [...core];
  while (rest.length > 1 && /^(DE|CV|RL)$/.test(rest.at(-1) ?? '')) rest.pop();
  const last = rest.pop() ?? '';
  forms.push('SA DE CV');
  return [...rest, last.replace(/(SAPI|SAB|SA|S)$/, '')];
}
