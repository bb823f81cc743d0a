import { mergeText, type SentText } from './merge-text.ts';
import { DEFAULT_REGISTRATION_MODE, normalizeFolio, type Participant } from './participant.ts';
import {
  isSameAddress,
  mergePersonalInformation,
  NO_PERSONAL_INFORMATION,
  type PersonalInformation,
  type SentPersonalInformation,
} from './personal-information.ts';

/** Members of a participant that a provider sends. */
export type ParticipantContent = Omit<
  Participant,
  'id' | 'businessId' | 'hasPendingMatches' | 'createdAt' | 'updatedAt'
> &
  PersonalInformation;

/** A participant with all that was captured of it. */
export type CapturedParticipant = Participant & PersonalInformation;

/**
 * A participant as a provider sends it. What is undefined stays as it is stored; null and blank text
 * both mean that there is none.
 */
export type SentParticipant = Pick<
  ParticipantContent,
  'externalPersonId' | 'personType' | 'name'
> & {
  paternalSurname?: SentText;
  maternalSurname?: SentText;
  email?: SentText;
  phone?: { countryCode?: SentText; number?: SentText } | null | undefined;
  registrationMode?: SentText;
  roles?: readonly string[] | null | undefined;
  legalActFolio?: SentText;
  personalInformation?: SentPersonalInformation | null | undefined;
};

const PARTICIPANT_CHANGES = ['created', 'updated', 'unchanged'] as const;
/** Effect of an upsert on one sent participant, including its documents. */
export type ParticipantChange = (typeof PARTICIPANT_CHANGES)[number];

/** The provider's person ids by what was done, each list in the order they were sent. */
export type ParticipantChanges = Record<ParticipantChange, number[]>;

export type ParticipantPlan = {
  /** Participants that the business does not have yet, in the order they were sent. */
  added: ParticipantContent[];
  /** Those it has, as they are to be; one that is so already is left out. */
  changed: (ParticipantContent & { id: number })[];
  /** The internal ids of all sent participants that the business has. */
  knownIds: Map<number, number>;
  /** By how many the natural persons among those that the business has become more; the others become as many fewer. */
  becameNatural: number;
};

/** Compares what was sent with what is stored; both hold a person at most once. */
export function planParticipants(
  sent: readonly SentParticipant[],
  stored: readonly CapturedParticipant[],
): ParticipantPlan {
  const byPerson = new Map(stored.map((one) => [one.externalPersonId, one]));
  const plan: ParticipantPlan = { added: [], changed: [], knownIds: new Map(), becameNatural: 0 };
  for (const one of sent) {
    const known = byPerson.get(one.externalPersonId);
    const content = mergeParticipant(one, known ? keptBy(one, known) : NOTHING);
    if (known === undefined) {
      plan.added.push(content);
      continue;
    }
    plan.knownIds.set(one.externalPersonId, known.id);
    if (!isSame(content, known)) plan.changed.push({ ...content, id: known.id });
    plan.becameNatural += naturalPersons(content) - naturalPersons(known);
  }
  return plan;
}

/** Returns the stored fields of a participant. When its type changes, surnames and birth date are removed. */
function keptBy({ personType }: SentParticipant, known: CapturedParticipant): StoredFields {
  if (personType === known.personType) return known;
  const kept = { ...known, birthOrConstitutionDate: null };
  return personType === 'legal' ? { ...kept, paternalSurname: null, maternalSurname: null } : kept;
}

function naturalPersons({ personType }: Pick<ParticipantContent, 'personType'>): number {
  return personType === 'natural' ? 1 : 0;
}

/** `changes` has one for each that was sent. */
export function groupChanges(
  sent: readonly Pick<SentParticipant, 'externalPersonId'>[],
  changes: readonly ParticipantChange[],
): ParticipantChanges {
  const listOf = (wanted: ParticipantChange) =>
    sent.flatMap((one, place) => (changes[place] === wanted ? [one.externalPersonId] : []));
  return {
    created: listOf('created'),
    updated: listOf('updated'),
    unchanged: listOf('unchanged'),
  };
}

/** Returns the input positions of persons that the business has several times, which are ambiguous. */
export function findAmbiguous(
  sent: readonly SentParticipant[],
  stored: readonly Participant[],
): number[] {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  for (const { externalPersonId } of stored) {
    if (seen.has(externalPersonId)) repeated.add(externalPersonId);
    seen.add(externalPersonId);
  }
  return [...sent.entries()].flatMap(([place, one]) =>
    repeated.has(one.externalPersonId) ? [place] : [],
  );
}

type StoredFields = Omit<ParticipantContent, 'externalPersonId' | 'personType' | 'name'>;

/** Fields of a new participant. */
const NOTHING: StoredFields = {
  paternalSurname: null,
  maternalSurname: null,
  email: null,
  phoneCountryCode: null,
  phoneNumber: null,
  registrationMode: DEFAULT_REGISTRATION_MODE,
  roles: [],
  legalActFolio: null,
  ...NO_PERSONAL_INFORMATION,
};

function mergeParticipant(sent: SentParticipant, stored: StoredFields): ParticipantContent {
  return {
    externalPersonId: sent.externalPersonId,
    personType: sent.personType,
    name: sent.name,
    paternalSurname: mergeText(sent.paternalSurname, stored.paternalSurname),
    maternalSurname: mergeText(sent.maternalSurname, stored.maternalSurname),
    email: mergeText(sent.email, stored.email),
    ...mergePhone(sent.phone, stored),
    registrationMode: mergeMode(sent.registrationMode, stored.registrationMode),
    roles: sent.roles === undefined ? stored.roles : [...(sent.roles ?? [])],
    legalActFolio: normalizeFolio(mergeText(sent.legalActFolio, stored.legalActFolio)),
    ...mergePersonalInformation(sent.personalInformation, stored),
  };
}

/** One that is removed is the default again. */
function mergeMode(sent: SentText, stored: string): string {
  return mergeText(sent, stored) ?? DEFAULT_REGISTRATION_MODE;
}

type Phone = Pick<ParticipantContent, 'phoneCountryCode' | 'phoneNumber'>;

/** A telephone number is one value: it is kept whole or replaced whole. */
function mergePhone(sent: SentParticipant['phone'], stored: Phone): Phone {
  if (sent !== undefined)
    return {
      phoneCountryCode: mergeText(sent?.countryCode, null),
      phoneNumber: mergeText(sent?.number, null),
    };
  return { phoneCountryCode: stored.phoneCountryCode, phoneNumber: stored.phoneNumber };
}

function isSame(content: ParticipantContent, stored: CapturedParticipant): boolean {
  const { roles, address, ...texts } = content;
  const hasSameRoles =
    roles.length === stored.roles.length &&
    roles.every((role, place) => role === stored.roles[place]);
  return hasSameRoles && isSameAddress(address, stored.address) && isSubset(texts, stored);
}

function isSubset(part: object, whole: object): boolean {
  const values = new Map(Object.entries(whole));
  return Object.entries(part).every(([name, value]) => values.get(name) === value);
}
