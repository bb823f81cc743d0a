import { foldWords } from '../../extraction/fold-text.ts';
import { type Curp, parseCurp, type Sex } from '../../tax/curp.ts';
import { parseRfc, SHORT_RFC_PATTERN } from '../../tax/rfc.ts';
import type { ReportContent } from '../content.ts';
import { findValue, getSection, listGroupRows } from '../find-content.ts';
import { RESERVED_FIELDS } from '../template/reserved-fields.ts';
import type { SocioeconomicTemplate } from '../template/template.ts';
import { findStates } from './birth-states.ts';
import {
  type Contradiction,
  type ContradictionKind,
  OUTSIDE_ROWS,
  type StoredIdentity,
} from './contradiction.ts';
import { listDifferingSources } from './differing-sources.ts';
import {
  createContradiction,
  findIdentityValues,
  type IdentityValue,
  type IdentityValues,
} from './identity-values.ts';
import { compareWithStoredData, compareWithStoredScreening } from './stored-data.ts';

/**
 * Returns the contradictions of a report: between RFC, CURP, birth date, sex and state of birth, between these, the
 * name or the result of the list search and the stored data of the participant, between the number of residents and the
 * family, and between the sources of a value.
 */
export function findContradictions(
  template: SocioeconomicTemplate,
  content: ReportContent,
  stored: StoredIdentity,
): Contradiction[] {
  const values = findIdentityValues(template, content);
  return [
    ...compareIdentityValues(values),
    ...compareHousehold(template, content),
    ...compareWithStoredData(values, stored),
    ...compareWithStoredScreening(template, content, stored),
    ...listDifferingSources(template, content),
  ];
}

function compareIdentityValues(values: IdentityValues): Contradiction[] {
  const { rfc, curp, birthDate, sex, birthPlace } = values;
  const [rfcDate, parsedCurp] = [findRfcDate(rfc), curp && parseCurp(curp.text)];
  const curpDay = parsedCurp?.birthDate;
  const birth = birthDate?.text;
  const isSexConsistent =
    !parsedCurp || parseSex(sex?.text) === undefined || parseSex(sex?.text) === parsedCurp.sex;
  return [
    ...compareDates('rfc_birth_date', [rfc, birthDate], [rfcDate, toShortDate(birth)]),
    ...compareDates('curp_birth_date', [curp, birthDate], [curpDay, birth]),
    ...compareDates('rfc_curp', [rfc, curp], [rfcDate, toShortDate(curpDay)]),
    ...(isSexConsistent ? [] : createContradiction('curp_sex', [curp, sex])),
    ...(isBirthStateConsistent(parsedCurp, birthPlace)
      ? []
      : createContradiction('curp_birth_state', [curp, birthPlace])),
  ];
}

/** Returns the date `YYMMDD` of a natural person's RFC, with or without homoclave; undefined for other texts. */
function findRfcDate(rfc: IdentityValue | undefined): string | undefined {
  const parsed = rfc && parseRfc(rfc.text);
  if (parsed) return parsed.kind === 'natural' ? parsed.date : undefined;
  return rfc && SHORT_RFC_PATTERN.exec(rfc.text)?.[1];
}

/** Converts `YYYY-MM-DD` to the `YYMMDD` of an RFC. */
function toShortDate(day: string | undefined): string | undefined {
  return day?.replaceAll('-', '').slice(2);
}

/** Words for a sex in Spanish and English. M is MUJER, as in a CURP. */
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

function parseSex(text: string | undefined): Sex | undefined {
  return text === undefined ? undefined : SEX_WORDS.get(foldWords(text));
}

/** True unless the birth place names states and none of them is that of the CURP. */
function isBirthStateConsistent(
  curp: Curp | undefined,
  birthPlace: IdentityValue | undefined,
): boolean {
  if (curp === undefined || birthPlace === undefined) return true;
  const states = findStates(birthPlace.text);
  return states.size === 0 || states.has(curp.state);
}

/**
 * Compares the residents with the family members plus the person. A family that fills all rows may have more members.
 */
function compareHousehold(
  template: SocioeconomicTemplate,
  content: ReportContent,
): Contradiction[] {
  const { residents, memberContributes } = RESERVED_FIELDS;
  const residentCount = findValue(getSection(content, residents.section).fields, residents.key);
  const memberCount = listGroupRows(getSection(content, 'family'), memberContributes.group).length;
  const housing = template.sections.find(({ key }) => key === residents.section);
  const family = template.sections.find(({ key }) => key === memberContributes.section);
  const field = housing?.fields.find(({ key }) => key === residents.key);
  const group = family?.groups.find(({ key }) => key === memberContributes.group);
  if (typeof residentCount !== 'number' || memberCount === 0 || !field || !group) return [];
  const mayOmitMembers = memberCount >= group.rowsAsked && residentCount > memberCount;
  if (residentCount === memberCount + 1 || mayOmitMembers) return [];
  const fields = [
    { section: residents.section, ...OUTSIDE_ROWS, field: field.key, label: field.label },
    { section: memberContributes.section, ...OUTSIDE_ROWS, field: group.key, label: group.label },
  ];
  return [{ kind: 'residents_family', fields, sources: [] }];
}

/** Returns a contradiction when both dates are known and differ. */
function compareDates(
  kind: ContradictionKind,
  fields: readonly (IdentityValue | undefined)[],
  [first, second]: readonly [string | undefined, string | undefined],
): Contradiction[] {
  const agree = first === undefined || second === undefined || first === second;
  return agree ? [] : createContradiction(kind, fields);
}
