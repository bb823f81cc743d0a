import { z } from 'zod';
import { isBlank } from '../../../domain/business/merge-text.ts';
import { IF_OBJECT } from '../../../resolvers/common/common-inputs.ts';
import {
  PARTICIPANTS_MAX,
  type UpsertBusinessInput,
  upsertBusinessInput,
} from '../../../resolvers/upsert/write-inputs.ts';
import { decodeMatches } from '../../../v4-words/match-members.ts';
import { participantMembers, readFolio } from '../../../v4-words/participant-members.ts';
import { checkParticipant } from '../../../v4-words/participant-rules.ts';
import { PERSON_TYPE_OF } from '../../../v4-words/person-type.ts';
import { decodePersonalInformation } from '../../../v4-words/personal-members.ts';
import { longList } from '../../../validation/check-in-slices.ts';
import { parseInSlices } from '../../../validation/validate.ts';

const { externalId, code, name: businessName, participants } = upsertBusinessInput.shape;
const person = participants.element.shape;

/** Optional text, which v4 sends as '' when absent. */
const text = person.paternalSurname;

const participantSchema = z
  .strictObject({ ...participantMembers, tipo_doctos: person.requestedDocumentTypes.nullish() })
  .superRefine(checkParticipant, IF_OBJECT)
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

/** Business as sent by a provider: the v4 resource without members of the service. */
export const fiduciaryRequestSchema = z
  .strictObject({
    id_negocio: externalId,
    cod_negocio: code,
    business_name: businessName,
    responsible_user: responsibleUserSchema.nullish(),
    participantes: longList(participantSchema, PARTICIPANTS_MAX),
  })
  .meta({ id: 'FiduciaryRequest' });

/**
 * Decodes the upsert of a fiduciary request: omitted items are kept. Throws AppError `invalid_input` for violations of
 * the operation's rules.
 */
export async function decodeBusiness(
  wire: z.infer<typeof fiduciaryRequestSchema>,
): Promise<UpsertBusinessInput> {
  return await parseInSlices(upsertBusinessInput, toInput(wire));
}

/**
 * Returns the input of the operation, equal to that of the GraphQL mutation: the same idempotency key with either is
 * one request.
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

/** In v4, four empty strings mean no responsible user (decision 13). */
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
    personType: PERSON_TYPE_OF[participant.tipo_per],
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

/** Decodes the phone, one value in two members: unchanged only when both are absent, removed when both are null. */
function decodePhone({ codigo_telefonico: countryCode, telefono: number }: WireParticipant) {
  if (countryCode === undefined && number === undefined) return undefined;
  return (countryCode ?? number ?? null) === null ? null : { countryCode, number };
}

/** Decodes the personal information, whose members are not nested in v4; undefined when none is sent. */
function decodePersonal(participant: WireParticipant) {
  const sent = decodePersonalInformation(participant);
  if (Object.values(sent).every((value) => value === undefined)) return undefined;
  const { birthOrConstitutionDate: day } = sent;
  return { ...sent, birthOrConstitutionDate: day === undefined || !isBlank(day) ? day : null };
}
