import { z } from 'zod';
import { PERSON_TYPES } from '../../domain/participant.ts';
import { MISSING_ITEMS } from '../../domain/upsert-documents.ts';
import {
  codeSchema,
  emailSchema,
  idempotencyKeySchema,
  idSchema,
  NAME_LENGTH_MAX,
  optionalText,
  text,
} from '../common/common-inputs.ts';
import { participantLookupSchema } from './inputs.ts';
import { personalInformationSchema } from './personal-inputs.ts';
import { sentMatchesSchema } from './sent-matches.ts';

const PARTICIPANTS_MAX = 10_000;
const ROLES_MAX = 100;
const DOCUMENTS_MAX = 1000;

const name = text(NAME_LENGTH_MAX).min(1);

const responsibleUserSchema = z
  .object({
    givenName: name,
    paternalSurname: optionalText,
    maternalSurname: optionalText,
    email: emailSchema.nullish(),
  })
  .refine((user) => user.email !== undefined && user.email !== null, {
    path: ['email'],
    message: 'Required: the responsible user is known by its e-mail',
  });

const participantSchema = z.object({
  externalPersonId: idSchema,
  personType: z.enum(PERSON_TYPES),
  name,
  paternalSurname: optionalText,
  maternalSurname: optionalText,
  email: z.union([z.literal(''), emailSchema]).nullish(),
  phone: z.object({ countryCode: optionalText, number: optionalText }).nullish(),
  registrationMode: optionalText,
  roles: z.array(text(NAME_LENGTH_MAX)).max(ROLES_MAX).nullish(),
  legalActFolio: optionalText,
  personalInformation: personalInformationSchema.nullish(),
  /** Only ever added: a match that is known keeps its status. */
  matches: sentMatchesSchema.nullish(),
  requestedDocumentTypes: z.array(codeSchema).max(DOCUMENTS_MAX),
});

const participantsSchema = z
  .array(participantSchema)
  .max(PARTICIPANTS_MAX)
  .superRefine((participants, context) => {
    const seen = new Set<number>();
    for (const [place, { externalPersonId }] of participants.entries()) {
      const message = 'Another participant of the input is this person';
      const path = [place, 'externalPersonId'];
      if (seen.has(externalPersonId)) context.addIssue({ code: 'custom', path, message });
      seen.add(externalPersonId);
    }
  });

export const upsertBusinessInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  externalId: idSchema,
  code: codeSchema,
  name: optionalText,
  responsibleUser: responsibleUserSchema.nullish(),
  participants: participantsSchema,
  /** What a new participant gets whose own is left out; empty text otherwise. */
  newRegistrationMode: optionalText,
  missingParticipants: z.enum(MISSING_ITEMS),
  missingDocuments: z.enum(MISSING_ITEMS),
  expectedVersion: z.number().int().min(0).nullish(),
});
export type UpsertBusinessInput = z.infer<typeof upsertBusinessInput>;

export const attachDocumentInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  participant: participantLookupSchema,
  typeCode: codeSchema,
  downloadId: idSchema,
});
export type AttachDocumentInput = z.infer<typeof attachDocumentInput>;
