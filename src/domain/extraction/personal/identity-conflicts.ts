import { joinNameParts } from '../../business/join-name-parts.ts';
import type { Participant } from '../../business/participant.ts';
import type { PersonalInformation } from '../../business/personal-information.ts';
import { parseCompanyName } from '../../tax/company-name.ts';
import { parseCurp } from '../../tax/curp.ts';
import { checkRfc } from '../../tax/validate-rfc.ts';
import { doesCurpMatchName, PARTICLES } from '../curp-name.ts';
import type { ExtractedField, FieldName } from '../extracted.ts';
import { foldKey, foldText } from '../fold-text.ts';
import type { PersonalConflict } from './personal-fields.ts';

/** Signs that extracted data concern another person than the participant. */
export const IDENTITY_CONFLICTS = [
  'document_name',
  'curp_name',
  'rfc_name',
  'curp_birth_date',
  'rfc_birth_date',
  'rfc_curp',
] as const;
export type IdentityConflict = (typeof IDENTITY_CONFLICTS)[number];

type Holder = Pick<Participant, 'personType' | 'name' | 'paternalSurname' | 'maternalSurname'>;
type Extraction = { id: number; fields: readonly ExtractedField[] };

/** Lists the names in a document that differ from those of the participant; empty when the names are compatible. */
export function listNameConflicts(extraction: Extraction, holder: Holder): PersonalConflict[] {
  const { fields } = extraction;
  const fullName = joinNameParts(holder);
  const toConflict = (extracted: ExtractedField, stored: string): PersonalConflict => ({
    name: extracted.name,
    stored,
    extracted,
    extractionId: extraction.id,
  });
  const name = find(fields, 'companyName') ?? find(fields, 'fullName');
  if (holder.personType === 'legal') {
    const names = name === undefined ? listNameParts(fields) : [name];
    const isSame = isSameCompany(names.map(({ value }) => value).join(' '), holder.name);
    return isSame ? [] : names.map((extracted) => toConflict(extracted, holder.name));
  }
  const parts = listNameParts(fields);
  const names = parts.length > 0 ? parts : name === undefined ? [] : [name];
  if (areCompatible(names.map(({ value }) => value).join(' '), fullName)) return [];
  const storedParts: Partial<Record<FieldName, string | null>> = {
    givenNames: holder.name,
    paternalSurname: holder.paternalSurname,
    maternalSurname: holder.maternalSurname,
  };
  return names.flatMap((extracted) => {
    const stored = extracted.name in storedParts ? storedParts[extracted.name] : fullName;
    return areCompatible(extracted.value, stored ?? '')
      ? []
      : [toConflict(extracted, stored ?? '')];
  });
}

type Applied = {
  extraction: Extraction;
  holder: Holder;
  /** Personal information with the applied fields. */
  info: PersonalInformation;
  applied: ReadonlySet<string>;
  /** `YYYY-MM-DD`. */
  today: string;
};

/**
 * Lists the conflicts of applied fields: the document names another person, or an applied RFC, CURP or date of birth
 * contradicts the name or the other values. `applied` are the members of the personal information that are set.
 */
export function listIdentityConflicts(input: Applied): IdentityConflict[] {
  const isApplied = (...members: string[]) => members.some((member) => input.applied.has(member));
  const occurrences: Record<IdentityConflict, boolean> = {
    document_name: listNameConflicts(input.extraction, input.holder).length > 0,
    ...compareCurp(input, isApplied),
    ...compareRfc(input, isApplied),
  };
  return IDENTITY_CONFLICTS.filter((conflict) => occurrences[conflict]);
}

type AppliedCheck = (...members: string[]) => boolean;

function compareCurp({ extraction, holder, info }: Applied, isApplied: AppliedCheck) {
  const { curp, birthOrConstitutionDate: birthDate } = info;
  if (curp === null) return { curp_name: false, curp_birth_date: false };
  const names = {
    given: holder.name,
    paternal: holder.paternalSurname ?? '',
    maternal: getMaternalSurname(holder, extraction) ?? '',
  };
  const curpDate = parseCurp(curp)?.birthDate ?? null;
  const differs = curpDate !== null && birthDate !== null && curpDate !== birthDate;
  return {
    curp_name: isApplied('curp') && doesCurpMatchName(curp, names) === false,
    curp_birth_date: isApplied('curp', 'birthOrConstitutionDate') && differs,
  };
}

function compareRfc({ extraction, holder, info, today }: Applied, isApplied: AppliedCheck) {
  const { rfc, curp, birthOrConstitutionDate } = info;
  if (rfc === null) return { rfc_name: false, rfc_birth_date: false, rfc_curp: false };
  const { name, paternalSurname } = holder;
  const maternalSurname = getMaternalSurname(holder, extraction);
  const names = { name, paternalSurname, maternalSurname };
  const { coherence } = checkRfc({ ...names, rfc, curp, birthOrConstitutionDate }, today);
  const differs = coherence.dateMatch === false;
  return {
    rfc_name: isApplied('rfc') && coherence.namePrefix === false,
    rfc_birth_date: isApplied('rfc', 'birthOrConstitutionDate') && differs,
    rfc_curp: isApplied('rfc', 'curp') && coherence.curpDateMatch === false,
  };
}

/** Returns the stored surname, otherwise that of the document: identifiers contain its letters. */
function getMaternalSurname(holder: Holder, { fields }: Extraction): string | null {
  return holder.maternalSurname || (find(fields, 'maternalSurname')?.value ?? null);
}

const NAME_PARTS = ['givenNames', 'paternalSurname', 'maternalSurname'] as const;

function listNameParts(fields: readonly ExtractedField[]): ExtractedField[] {
  return NAME_PARTS.flatMap((part) => find(fields, part) ?? []);
}

function find(fields: readonly ExtractedField[], name: FieldName): ExtractedField | undefined {
  return fields.find((field) => field.name === name);
}

/** True for equal names without their legal forms, and when either is unknown. */
function isSameCompany(first: string, second: string): boolean {
  const [firstKey, secondKey] = [first, second].map((name) =>
    foldKey(parseCompanyName(foldText(name)).core),
  );
  return firstKey === '' || secondKey === '' || firstKey === secondKey;
}

/**
 * True when all words of the shorter name occur in the longer: documents omit second given names and maternal surnames.
 * Also true when either is unknown.
 */
function areCompatible(first: string, second: string): boolean {
  const [shorter = [], longer = []] = [listWords(first), listWords(second)].toSorted(
    (left, right) => left.length - right.length,
  );
  return shorter.every((word) => longer.includes(word));
}

function listWords(name: string): string[] {
  const words = foldText(name.normalize('NFC')).match(/[A-Z0-9]+/g) ?? [];
  return words
    .filter((word) => !PARTICLES.has(word))
    .map((word) => (word === 'MA' ? 'MARIA' : word));
}
