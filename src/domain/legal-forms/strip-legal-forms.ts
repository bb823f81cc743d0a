import { LEGAL_FORMS, type LegalForm, PARTICLES } from './form-grammar.ts';
import { listEnds, mayBegin, type Place } from './match-form.ts';
import { GROUP_CLAUSE } from './mexican-forms.ts';

/** What a name is without its legal forms, and these in the order in which they stand. */
export type StrippedName = { core: string[]; forms: LegalForm[] };

/** No form has more words. */
const WORDS_MAX = 12;
/** No name ends in forms of more words, nor begins with so many forms. */
const BEHIND_MAX = 40;
const BEFORE_MAX = 5;
const GROUP_WORDS_MAX = 4;

/** Takes legal forms off both ends of a name of capital ASCII words, however often; all of it stays where nothing else is left. */
export function stripLegalForms(words: readonly string[]): StrippedName {
  const behind = stripBehind(words, () => true);
  let core = behind.core;
  const before: LegalForm[] = [];
  for (let count = 0; count < BEFORE_MAX; count += 1) {
    const found = findLeading(core);
    if (found === undefined) break;
    before.push(found.form);
    core = core.slice(found.end);
  }
  return { core, forms: [...before, ...behind.forms] };
}

/** The same of the forms of Mexico behind a name alone. */
export function stripMexicanForms(words: readonly string[]): StrippedName {
  return stripBehind(words, ({ isMexican }) => isMexican);
}

type Behind = { from: number; forms: LegalForm[] };

function stripBehind(
  words: readonly string[],
  isMeant: (form: LegalForm) => boolean,
): StrippedName {
  const chain: Chain = { words, isMeant, known: new Map() };
  let found: Behind | undefined;
  const last = words.length - 1;
  const least = Math.max(countNeeded(words), last - BEHIND_MAX);
  for (let from = last; from >= least; from -= 1) {
    if ((found?.from ?? last + 1) - from > WORDS_MAX) break;
    const forms = readChain(chain, from);
    if (forms !== undefined) found = { from, forms };
  }
  const isAllForm =
    found !== undefined && found.from < WORDS_MAX && readChain(chain, 0) !== undefined;
  if (found === undefined || isAllForm) return { core: [...words], forms: [] };
  return { core: cutGluedForm(words.slice(0, found.from), found.forms), forms: found.forms };
}

/** MENDUTSA DE CV: the form that an addition belongs to is the end of the word before. */
function cutGluedForm(core: string[], [first]: readonly LegalForm[]): string[] {
  const glued = first?.kind === 'addition' ? GLUED.get(first.short) : undefined;
  const last = core.at(-1);
  if (glued === undefined || last === undefined) return core;
  return [...core.slice(0, -1), last.replace(glued, '')];
}

const GLUED: ReadonlyMap<string, RegExp> = new Map([
  ['DE CV', /(?<=.{3})(?:SAPI|SAB|SA)$/],
  ['DE RL', /(?<=.{3})S$/],
]);

/** Words that a name has at least: one that tells, or two. */
function countNeeded(words: readonly string[]): number {
  const telling = words.findIndex(isTelling);
  return telling < 0 || telling > 1 ? 2 : telling + 1;
}

/** An article and a single letter are no name by themselves. */
function isTelling(word: string): boolean {
  return word.length > 1 && !PARTICLES.has(word);
}

type Chain = {
  words: readonly string[];
  isMeant: (form: LegalForm) => boolean;
  known: Map<number, LegalForm[] | undefined>;
};

/** Forms from a word on to the end of the name; undefined where something else stands there. */
function readChain(chain: Chain, from: number): LegalForm[] | undefined {
  const { words } = chain;
  for (const form of listStarting(words[from] ?? '')) {
    if (!form.canBegin || !chain.isMeant(form)) continue;
    const forms = readOn(chain, form, { word: from, letter: 0 });
    if (forms !== undefined && !isPartOfName(words[from] ?? '', forms)) return forms;
  }
  return undefined;
}

/** RESPUESTOS SCP SA DE CV: initials before another form are those of the name. */
function isPartOfName(word: string, [first, second]: readonly LegalForm[]): boolean {
  return first?.kind === 'form' && first.short === word && second?.kind === 'form';
}

function readOn(chain: Chain, form: LegalForm, start: Place): LegalForm[] | undefined {
  for (const end of listEnds(form, chain.words, start)) {
    const rest = readRest(chain, end);
    if (rest !== undefined) return [form, ...rest];
  }
  return undefined;
}

const LETTERS_MOST = 64;

function readRest(chain: Chain, place: Place): LegalForm[] | undefined {
  const { words, known } = chain;
  if (place.word >= words.length) return [];
  const id = place.word * LETTERS_MOST + place.letter;
  if (known.has(id)) return known.get(id);
  known.set(id, undefined);
  const found = place.letter > 0 ? readWithin(chain, place) : readNext(chain, place);
  known.set(id, found);
  return found;
}

function readNext(chain: Chain, place: Place): LegalForm[] | undefined {
  const { words, isMeant } = chain;
  if (isGroup(words, place.word)) return [];
  for (const form of [...listStarting(words[place.word] ?? ''), ...ADDITIONS]) {
    if (!isMeant(form)) continue;
    const forms = readOn(chain, form, place);
    if (forms !== undefined) return forms;
  }
  return undefined;
}

/** SADECV: an addition goes on within a word. */
function readWithin(chain: Chain, place: Place): LegalForm[] | undefined {
  for (const form of WITHIN) {
    const forms = chain.isMeant(form) ? readOn(chain, form, place) : undefined;
    if (forms !== undefined) return forms;
  }
  return undefined;
}

function isGroup(words: readonly string[], at: number): boolean {
  const isNamed = GROUP_CLAUSE.every((word, index) => words[at + index] === word);
  return isNamed && words.length - at - GROUP_CLAUSE.length <= GROUP_WORDS_MAX;
}

const ADDITIONS = LEGAL_FORMS.filter(({ kind }) => kind === 'addition');
const WITHIN = ADDITIONS.filter(({ atoms }) => atoms[0]?.isParticle === true);

/** Forms that the word may begin, which most words do not. */
const starting = new Map<string, readonly LegalForm[]>();
const STARTING_MOST = 20_000;

function listStarting(word: string): readonly LegalForm[] {
  const known = starting.get(word);
  if (known !== undefined) return known;
  if (starting.size >= STARTING_MOST) starting.clear();
  const initial = word.charAt(0);
  const found = LEGAL_FORMS.filter(
    (form) => form.atoms[0]?.word.charAt(0) === initial && mayBegin(form, word),
  );
  starting.set(word, found);
  return found;
}

/** Returns the form of most words in front of a name; of two of the same length, the first of the grammar. */
function findLeading(words: readonly string[]): { form: LegalForm; end: number } | undefined {
  let best: { form: LegalForm; end: number } | undefined;
  for (const form of listStarting(words[0] ?? '')) {
    const end = form.canLead ? findLeadingEnd(form, words) : 0;
    if (end > (best?.end ?? 0)) best = { form, end };
  }
  return best;
}

/** Returns the number of words in front that are the form, spelt out and with a name behind them; 0 when there are none. */
function findLeadingEnd(form: LegalForm, words: readonly string[]): number {
  const ends = listEnds({ ...form, short: '' }, words, START)
    .filter(({ letter }) => letter === 0)
    .map(({ word }) => word)
    .filter((end) => words.slice(end).some(isTelling));
  return Math.max(0, ...ends);
}

const START: Place = { word: 0, letter: 0 };
