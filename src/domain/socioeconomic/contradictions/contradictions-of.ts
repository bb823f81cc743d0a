import { foldWords } from '../../extraction/fold-text.ts';
import { type Curp, parseCurp, type Sex } from '../../tax/curp.ts';
import { normalizeTaxId } from '../../tax/normalize-id.ts';
import { parseRfc, SHORT_RFC_PATTERN } from '../../tax/rfc.ts';
import type { ReportContent } from '../content.ts';
import { rowsOfGroup, sectionOf, valueOf } from '../find-content.ts';
import { RESERVED_FIELDS } from '../template/reserved-fields.ts';
import type { SocioeconomicTemplate } from '../template/template.ts';
import { statesIn } from './birth-states.ts';
import type { Contradiction, ContradictionKind, StoredIdentity } from './contradiction.ts';
import { type IdentityValues, identityValues, type Said } from './identity-values.ts';

/** Returns the contradictions of a report: RFC, CURP, birth, sex and state with each other and as stored, residents and family. */
export function contradictionsOf(
  template: SocioeconomicTemplate,
  content: ReportContent,
  stored: StoredIdentity,
): Contradiction[] {
  const values = identityValues(template, content);
  return [
    ...amongEachOther(values),
    ...household(template, content),
    ...againstStored('stored_rfc', values.rfc, stored.rfc && normalizeTaxId(stored.rfc)),
    ...againstStored('stored_curp', values.curp, stored.curp && normalizeTaxId(stored.curp)),
    ...againstStored('stored_birth_date', values.birthDate, stored.birthDate),
  ];
}

function amongEachOther(values: IdentityValues): Contradiction[] {
  const { rfc, curp, birthDate, sex, birthPlace } = values;
  const [rfcDay, parsedCurp] = [dayOfRfc(rfc), curp && parseCurp(curp.text)];
  const curpDay = parsedCurp?.birthDate;
  const birth = birthDate?.text;
  const isCurpOfSex =
    !parsedCurp || sexOf(sex?.text) === undefined || sexOf(sex?.text) === parsedCurp.sex;
  return [
    ...differ('rfc_birth_date', [rfc, birthDate], [rfcDay, shortDay(birth)]),
    ...differ('curp_birth_date', [curp, birthDate], [curpDay, birth]),
    ...differ('rfc_curp', [rfc, curp], [rfcDay, shortDay(curpDay)]),
    ...(isCurpOfSex ? [] : contradict('curp_sex', [curp, sex])),
    ...(isBornThere(parsedCurp, birthPlace)
      ? []
      : contradict('curp_birth_state', [curp, birthPlace])),
  ];
}

/** `YYMMDD`, of a natural person's RFC, also without homoclave. */
function dayOfRfc(rfc: Said | undefined): string | undefined {
  const parsed = rfc && parseRfc(rfc.text);
  if (parsed) return parsed.kind === 'natural' ? parsed.date : undefined;
  return rfc && SHORT_RFC_PATTERN.exec(rfc.text)?.[1];
}

function shortDay(day: string | undefined): string | undefined {
  return day?.replaceAll('-', '').slice(2);
}

const SEX_WORDS: ReadonlyMap<string, Sex> = new Map([
  ['H', 'male'],
  ['HOMBRE', 'male'],
  ['MASCULINO', 'male'],
  ['MALE', 'male'],
  ['M', 'female'],
  ['MUJER', 'female'],
  ['FEMENINO', 'female'],
  ['FEMALE', 'female'],
  ['X', 'non_binary'],
]);

function sexOf(text: string | undefined): Sex | undefined {
  return text === undefined ? undefined : SEX_WORDS.get(foldWords(text));
}

/** Also true where the place names no state, or a name that is that of a state and of a town. */
function isBornThere(curp: Curp | undefined, place: Said | undefined): boolean {
  if (curp === undefined || place === undefined) return true;
  const states = statesIn(place.text);
  return states.size === 0 || states.has(curp.state);
}

/** Compares the residents with the members and the person. There may be more members than the template has rows for. */
function household(template: SocioeconomicTemplate, content: ReportContent): Contradiction[] {
  const { residents, memberContributes } = RESERVED_FIELDS;
  const count = valueOf(sectionOf(content, residents.section).fields, residents.key);
  const members = rowsOfGroup(sectionOf(content, 'family'), memberContributes.group).length;
  const housing = template.sections.find(({ key }) => key === residents.section);
  const family = template.sections.find(({ key }) => key === memberContributes.section);
  const field = housing?.fields.find(({ key }) => key === residents.key);
  const group = family?.groups.find(({ key }) => key === memberContributes.group);
  if (typeof count !== 'number' || members === 0 || !field || !group) return [];
  const mayBeMore = members >= group.rowsAsked && count > members;
  if (count === members + 1 || mayBeMore) return [];
  const fields = [
    { section: residents.section, field: field.key, label: field.label },
    { section: memberContributes.section, field: group.key, label: group.label },
  ];
  return [{ kind: 'residents_family', fields }];
}

function againstStored(
  kind: ContradictionKind,
  said: Said | undefined,
  stored: string | null,
): Contradiction[] {
  if (said === undefined || stored === null || stored === '' || said.text === stored) return [];
  return contradict(kind, [said]);
}

/** A contradiction where both values are known and not the same. */
function differ(
  kind: ContradictionKind,
  fields: readonly (Said | undefined)[],
  [first, second]: readonly [string | undefined, string | undefined],
): Contradiction[] {
  const agree = first === undefined || second === undefined || first === second;
  return agree ? [] : contradict(kind, fields);
}

function contradict(
  kind: ContradictionKind,
  fields: readonly (Said | undefined)[],
): Contradiction[] {
  const places = fields.flatMap((said) => {
    if (said === undefined) return [];
    const { section, field, label } = said;
    return [{ section, field, label }];
  });
  return [{ kind, fields: places }];
}
