import { z } from 'zod';
import { isBlank } from '../../../domain/business/merge-text.ts';
import { WHEN_OBJECT } from '../../../resolvers/common/common-inputs.ts';
import {
  PARTICIPANTS_MAX,
  type UpsertBusinessInput,
  upsertBusinessInput,
} from '../../../resolvers/upsert/write-inputs.ts';
import { decodeMatches } from '../../../v4-words/match-members.ts';
import { participantMembers, readFolio } from '../../../v4-words/participant-members.ts';
import { checkParticipant } from '../../../v4-words/participant-rules.ts';
import { PERSON_TYPES_BY_CODE } from '../../../v4-words/person-type.ts';
import { decodePersonalInformation } from '../../../v4-words/personal-members.ts';
import { longListSchema } from '../../../validation/check-in-slices.ts';
import { parseInSlices } from '../../../validation/validate.ts';

const { externalId, code, name: businessName, participants } = upsertBusinessInput.shape;
const person = participants.element.shape;

/** Schema of an optional text, which v4 clients send as '' when it is absent. */
const text = person.paternalSurname;

const participantSchema = z
  .strictObject({ ...participantMembers, tipo_doctos: person.requestedDocumentTypes.nullish() })
  .superRefine(checkParticipant, WHEN_OBJECT)
  .meta({ id: 'ParticipantRequest' });
type WireParticipant = z.infer<typeof participantSchema>;

const responsibleUserSchema = z
  .strictObject({ name: text, first_last_name: text, second_last_name: text, email: person.email })
  .meta({
    id: 'ResponsibleUserRequest',
    description:
      'User responsible for the business. Null or four empty texts remove the assignment.',
  });
type WireUser = z.infer<typeof responsibleUserSchema>;

/** Business as sent by a provider: the v4 resource without the members that the gateway adds, for example ids. */
export const fiduciaryRequestSchema = z
  .strictObject({
    id_negocio: externalId,
    cod_negocio: code,
    business_name: businessName,
    responsible_user: responsibleUserSchema.nullish(),
    participantes: longListSchema(participantSchema, PARTICIPANTS_MAX),
  })
  .meta({ id: 'FiduciaryRequest' });

/**
 * Converts a fiduciary request to the input of the operation, in which participants and documents that are not sent are
 * kept. Throws AppError `invalid_input` for violations of the rules of the operation.
 */
export async function decodeBusiness(
  wire: z.infer<typeof fiduciaryRequestSchema>,
): Promise<UpsertBusinessInput> {
  return await parseInSlices(upsertBusinessInput, toInput(wire));
}

/**
 * Converts the members. The result equals the input of the GraphQL mutation, so that a repetition by the other
 * interface with the same idempotency key is recognized.
 */
function toInput(wire: z.infer<typeof fiduciaryRequestSchema>): object {
  return {
    externalId: wire.id_negocio,
    code: wire.cod_negocio,
    name: wire.business_name,
    responsibleUser: decodeUser(wire.responsible_user),
    participants: wire.participantes.map(decodeParticipant),
    missingParticipants: 'keep',
    missingDocuments: 'keep',
  };
}

/** Decodes the responsible user. Four empty strings mean no user: null. */
function decodeUser(user: WireUser | null | undefined) {
  if (user === null || user === undefined) return user;
  const { name, first_last_name, second_last_name, email } = user;
  if ([name, first_last_name, second_last_name, email].every(isBlank)) return null;
  return {
    givenName: name,
    paternalSurname: first_last_name,
    maternalSurname: second_last_name,
    email: isBlank(email) ? undefined : email,
  };
}

function decodeParticipant(participant: WireParticipant): object {
  return {
    externalPersonId: participant.id_persona,
    personType: PERSON_TYPES_BY_CODE[participant.tipo_per],
    name: participant.nombre,
    paternalSurname: participant.apellido_paterno,
    maternalSurname: participant.apellido_materno,
    email: participant.email,
    phone: decodePhone(participant),
    registrationMode: participant.mod_carga,
    roles: participant.roles,
    legalActFolio: readFolio(participant),
    personalInformation: decodePersonal(participant),
    matches: decodeMatches(participant.matches),
    requestedDocumentTypes: participant.tipo_doctos ?? [],
  };
}

/** Decodes the phone, which v4 sends in two members. Undefined when both are absent; null when both have no value. */
function decodePhone({ codigo_telefonico: countryCode, telefono: number }: WireParticipant) {
  if (countryCode === undefined && number === undefined) return undefined;
  return (countryCode ?? number ?? null) === null ? null : { countryCode, number };
}

/** Decodes the personal information, whose members are not nested in v4; undefined when none is sent. */
function decodePersonal(participant: WireParticipant) {
  const personalInformation = decodePersonalInformation(participant);
  if (Object.values(personalInformation).every((value) => value === undefined)) return undefined;
  const { birthOrConstitutionDate: day } = personalInformation;
  return {
    ...personalInformation,
    birthOrConstitutionDate: day === undefined || !isBlank(day) ? day : null,
  };
}
