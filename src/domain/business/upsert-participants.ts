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

/** Participant with its personal information. */
export type CapturedParticipant = Participant & PersonalInformation;

/**
 * Participant as sent by a provider. Undefined fields keep the stored value; null and blank text both remove it. A
 * removed registration mode becomes the default.
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

/** Person ids of the provider by effect, in input order. */
export type ParticipantChanges = Record<ParticipantChange, number[]>;

export type ParticipantPlan = {
  /** New participants, in input order. */
  added: ParticipantContent[];
  /** Changed participants with their new content; unchanged ones are omitted. */
  changed: (ParticipantContent & { id: number })[];
  /** Internal ids of all sent participants that the business has, by external id. */
  knownIds: Map<number, number>;
  /** Stored participants that become natural persons, minus those that become legal entities. */
  becameNatural: number;
};

/** Compares sent with stored participants; both contain a person at most once. */
export function planParticipants(
  sent: readonly SentParticipant[],
  stored: readonly CapturedParticipant[],
): ParticipantPlan {
  const storedByPerson = new Map(
    stored.map((participant) => [participant.externalPersonId, participant]),
  );
  const plan: ParticipantPlan = { added: [], changed: [], knownIds: new Map(), becameNatural: 0 };
  for (const sentParticipant of sent) {
    const storedParticipant = storedByPerson.get(sentParticipant.externalPersonId);
    const content = mergeParticipant(
      sentParticipant,
      storedParticipant
        ? keepStoredFields(sentParticipant, storedParticipant)
        : NEW_PARTICIPANT_FIELDS,
    );
    if (storedParticipant === undefined) {
      plan.added.push(content);
      continue;
    }
    plan.knownIds.set(sentParticipant.externalPersonId, storedParticipant.id);
    if (!isUnchanged(content, storedParticipant))
      plan.changed.push({ ...content, id: storedParticipant.id });
    plan.becameNatural += countNaturalPersons(content) - countNaturalPersons(storedParticipant);
  }
  return plan;
}

/**
 * Returns the stored fields of a participant. When its type changes, the date of birth or constitution is removed, and
 * for a participant that becomes a legal entity also the surnames.
 */
function keepStoredFields(
  { personType }: SentParticipant,
  stored: CapturedParticipant,
): StoredFields {
  if (personType === stored.personType) return stored;
  const fields = { ...stored, birthOrConstitutionDate: null };
  return personType === 'legal'
    ? { ...fields, paternalSurname: null, maternalSurname: null }
    : fields;
}

function countNaturalPersons({ personType }: Pick<ParticipantContent, 'personType'>): number {
  return personType === 'natural' ? 1 : 0;
}

/** Groups sent participants by effect; `changes` has one element per sent participant. */
export function groupChanges(
  sent: readonly Pick<SentParticipant, 'externalPersonId'>[],
  changes: readonly ParticipantChange[],
): ParticipantChanges {
  const listIds = (change: ParticipantChange) =>
    sent.flatMap((participant, index) =>
      changes[index] === change ? [participant.externalPersonId] : [],
    );
  return {
    created: listIds('created'),
    updated: listIds('updated'),
    unchanged: listIds('unchanged'),
  };
}

/** Returns the indexes of sent participants whose external id several stored participants share. */
export function findAmbiguousIndexes(
  sent: readonly SentParticipant[],
  stored: readonly Participant[],
): number[] {
  const seenIds = new Set<number>();
  const repeatedIds = new Set<number>();
  for (const { externalPersonId } of stored) {
    if (seenIds.has(externalPersonId)) repeatedIds.add(externalPersonId);
    seenIds.add(externalPersonId);
  }
  return [...sent.entries()].flatMap(([index, participant]) =>
    repeatedIds.has(participant.externalPersonId) ? [index] : [],
  );
}

type StoredFields = Omit<ParticipantContent, 'externalPersonId' | 'personType' | 'name'>;

/** Fields of a new participant. */
const NEW_PARTICIPANT_FIELDS: StoredFields = {
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
    registrationMode: mergeRegistrationMode(sent.registrationMode, stored.registrationMode),
    roles: sent.roles === undefined ? stored.roles : [...(sent.roles ?? [])],
    legalActFolio: normalizeFolio(mergeText(sent.legalActFolio, stored.legalActFolio)),
    ...mergePersonalInformation(sent.personalInformation, stored),
  };
}

/** Merges the registration mode; a removed one becomes the default. */
function mergeRegistrationMode(sent: SentText, stored: string): string {
  return mergeText(sent, stored) ?? DEFAULT_REGISTRATION_MODE;
}

type Phone = Pick<ParticipantContent, 'phoneCountryCode' | 'phoneNumber'>;

/** Merges a telephone number, which is replaced as a whole. */
function mergePhone(sent: SentParticipant['phone'], stored: Phone): Phone {
  if (sent !== undefined)
    return {
      phoneCountryCode: mergeText(sent?.countryCode, null),
      phoneNumber: mergeText(sent?.number, null),
    };
  return { phoneCountryCode: stored.phoneCountryCode, phoneNumber: stored.phoneNumber };
}

function isUnchanged(content: ParticipantContent, stored: CapturedParticipant): boolean {
  const { roles, address, ...texts } = content;
  const hasSameRoles =
    roles.length === stored.roles.length &&
    roles.every((role, index) => role === stored.roles[index]);
  return hasSameRoles && isSameAddress(address, stored.address) && isSubset(texts, stored);
}

function isSubset(part: object, whole: object): boolean {
  const values = new Map(Object.entries(whole));
  return Object.entries(part).every(([name, value]) => values.get(name) === value);
}
