import { z } from 'zod';
import { isImplausibleBirth } from '../../domain/business/identity-dates.ts';
import { isBlank, type SentText } from '../../domain/business/merge-text.ts';
import { PERSON_TYPES, type PersonType } from '../../domain/business/participant.ts';
import { MISSING_ITEMS } from '../../domain/business/upsert-documents.ts';
import { longListSchema } from '../../validation/check-in-slices.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { acknowledgeSchema, participantLookupSchema } from '../business/inputs.ts';
import { IMPLAUSIBLE_BIRTH, personalInformationSchema } from '../business/personal-inputs.ts';
import {
  codeSchema,
  distinct,
  emailSchema,
  idempotencyKeySchema,
  idSchema,
  lineOrBlank,
  NAME_LENGTH_MAX,
  nonBlankLine,
  optionalEmail,
  optionalText,
  WHEN_ARRAY,
  WHEN_OBJECT,
} from '../common/common-inputs.ts';
import { sentMatchesSchema } from './sent-matches.ts';

export const PARTICIPANTS_MAX = 10_000;
const ROLES_MAX = 100;
/**
 * Maximum length of all roles of a participant together: they are read with it, for hundreds of participants at a time.
 */
const ROLES_LENGTH_MAX = 20_000;
const DOCUMENTS_MAX = 1000;
const REGISTRATION_MODE_LENGTH_MAX = 30;

const name = nonBlankLine(NAME_LENGTH_MAX);

const responsibleUserSchema = z
  .object({
    givenName: name,
    paternalSurname: optionalText,
    maternalSurname: optionalText,
    email: emailSchema.nullish(),
  })
  .refine((user) => user.email !== undefined && user.email !== null, {
    path: ['email'],
    ...issueOptions(
      'required',
      'Required, because the e-mail address identifies the responsible user',
    ),
    ...WHEN_OBJECT,
  });

const rolesSchema = distinct(z.array(nonBlankLine(NAME_LENGTH_MAX)).max(ROLES_MAX)).refine(
  (roles) => roles.reduce((sum, role) => sum + role.length, 0) <= ROLES_LENGTH_MAX,
  issueOptions('too_long', `Must have at most ${ROLES_LENGTH_MAX} characters in total`),
);

const participantMembers = z.object({
  externalPersonId: idSchema,
  personType: z.enum(PERSON_TYPES),
  name,
  paternalSurname: optionalText,
  maternalSurname: optionalText,
  email: optionalEmail,
  phone: z.object({ countryCode: optionalText, number: optionalText }).nullish(),
  registrationMode: lineOrBlank(REGISTRATION_MODE_LENGTH_MAX).nullish(),
  roles: rolesSchema.nullish(),
  legalActFolio: optionalText,
  personalInformation: personalInformationSchema.nullish(),
  /** Matches are only added: a stored match keeps its status. */
  matches: sentMatchesSchema.nullish(),
  requestedDocumentTypes: z.array(codeSchema).max(DOCUMENTS_MAX),
});

const participantSchema = participantMembers.superRefine((participant, context) => {
  for (const member of listForbiddenSurnames(participant))
    context.addIssue({ code: 'custom', path: [member], ...FORBIDDEN_SURNAME });
  const date = participant.personalInformation?.birthOrConstitutionDate;
  if (isImplausibleBirth(participant.personType, date))
    context.addIssue({ code: 'custom', path: BIRTH_PATH, ...IMPLAUSIBLE_BIRTH });
}, WHEN_OBJECT);

const BIRTH_PATH = ['personalInformation', 'birthOrConstitutionDate'];

const SURNAMES = ['paternalSurname', 'maternalSurname'] as const;
type Surname = (typeof SURNAMES)[number];
export const FORBIDDEN_SURNAME = issueOptions('contradicts', 'Must be empty for a legal entity');

/** Lists the surnames sent for a legal entity, which has its whole name in `name`. */
export function listForbiddenSurnames(
  participant: { personType: PersonType | undefined } & { [Name in Surname]?: SentText },
): Surname[] {
  return participant.personType === 'legal'
    ? SURNAMES.filter((member) => !isBlank(participant[member]))
    : [];
}

const participantsSchema = longListSchema(participantSchema, PARTICIPANTS_MAX, (list) =>
  list.superRefine((participants, context) => {
    for (const path of listRepeated(participants))
      context.addIssue({ code: 'custom', path, ...REPEATED });
  }, WHEN_ARRAY),
);

const REPEATED = issueOptions(
  'duplicate',
  'Must not occur twice: another participant of the input has the same id',
);

/** Lists the paths of repeated participants. Members may have issues of their own. */
function listRepeated(participants: readonly unknown[]) {
  const seen = new Set<unknown>();
  return [...participants.entries()].flatMap(([index, participant]) => {
    const isNamed =
      typeof participant === 'object' && participant !== null && 'externalPersonId' in participant;
    const person = isNamed ? participant.externalPersonId : undefined;
    if (person === undefined) return [];
    const isRepeated = seen.has(person);
    seen.add(person);
    return isRepeated ? [[index, 'externalPersonId']] : [];
  });
}

export const upsertBusinessInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  externalId: idSchema,
  code: codeSchema,
  name: optionalText,
  responsibleUser: responsibleUserSchema.nullish(),
  participants: participantsSchema,
  missingParticipants: z.enum(MISSING_ITEMS),
  missingDocuments: z.enum(MISSING_ITEMS),
  expectedVersion: z.number().int().min(0).nullish(),
  /** Warnings about deleted participants that the caller acknowledges; absent for callers that are not checked. */
  acknowledge: acknowledgeSchema.nullish(),
});
export type UpsertBusinessInput = z.infer<typeof upsertBusinessInput>;

/** Maximum number of businesses in one request. */
export const BUSINESSES_MAX = 100;

/** Input of which each business is validated separately, so that an invalid one does not reject the others. */
export const upsertBusinessesInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  businesses: z.array(z.unknown()).min(1).max(BUSINESSES_MAX),
});
export type UpsertBusinessesInput = {
  idempotencyKey?: string | null | undefined;
  businesses: readonly unknown[];
};

export const attachDocumentInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  participant: participantLookupSchema,
  typeCode: codeSchema,
  downloadId: idSchema,
});
export type AttachDocumentInput = z.infer<typeof attachDocumentInput>;
