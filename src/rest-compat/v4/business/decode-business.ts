import { z } from 'zod';
import {
  type UpsertBusinessInput,
  upsertBusinessInput,
} from '../../../resolvers/business/write-inputs.ts';
import { decodeMatches, matchesSchema } from '../../../v4-words/match-members.ts';
import { PERSON_TYPE_OF, personTypeSchema } from '../../../v4-words/person-type.ts';
import {
  decodePersonalInformation,
  FITTING_DATE,
  hasFittingDate,
  personalMembers,
} from '../../../v4-words/personal-members.ts';
import { parseInput } from '../../../validate.ts';

const { externalId, code, name: businessName, participants } = upsertBusinessInput.shape;
const person = participants.element.shape;

/** How a participant is registered that does not say it, and how long it may say it. */
const REGISTRATION_MODE = 'API';
const REGISTRATION_MODE_LENGTH_MAX = 30;

/** Text that v4 sends as '' where there is none. */
const text = person.paternalSurname;

const participantSchema = z
  .object({
    id_persona: person.externalPersonId,
    tipo_per: personTypeSchema,
    nombre: person.name,
    apellido_paterno: text,
    apellido_materno: text,
    email: person.email,
    codigo_telefonico: text,
    telefono: text,
    mod_carga: z.string().max(REGISTRATION_MODE_LENGTH_MAX).nullish(),
    roles: person.roles,
    folio_acto_juridico: person.legalActFolio,
    ...personalMembers,
    matches: matchesSchema,
    tipo_doctos: person.requestedDocumentTypes.nullish(),
  })
  .refine((one) => one.tipo_per === 'FIS' || !(one.apellido_paterno || one.apellido_materno), {
    path: ['tipo_per'],
    message: 'A legal entity has no surnames',
  })
  .refine(hasFittingDate, FITTING_DATE);
type WireParticipant = z.infer<typeof participantSchema>;

const responsibleUserSchema = z.object({
  name: text,
  first_last_name: text,
  second_last_name: text,
  email: person.email,
});
type WireUser = z.infer<typeof responsibleUserSchema>;

/** What a provider sends of a business: the v4 resource without what is the service's own. */
export const fiduciaryRequestSchema = z.object({
  id_negocio: externalId,
  cod_negocio: code,
  business_name: businessName,
  responsible_user: responsibleUserSchema.nullish(),
  participantes: z.array(participantSchema),
});

/**
 * The upsert that a fiduciary request asks for: nothing is deleted by being left out. Throws AppError
 * `invalid_input` for what the operation's own checks refuse.
 */
export function decodeBusiness(wire: z.infer<typeof fiduciaryRequestSchema>): UpsertBusinessInput {
  return parseInput(upsertBusinessInput, {
    externalId: wire.id_negocio,
    code: wire.cod_negocio,
    name: wire.business_name,
    responsibleUser: decodeUser(wire.responsible_user),
    participants: wire.participantes.map(decodeParticipant),
    newRegistrationMode: REGISTRATION_MODE,
    missingParticipants: 'keep',
    missingDocuments: 'keep',
  });
}

/** Four empty strings are how v4 says that there is no responsible user (decision 13). */
function decodeUser(user: WireUser | null | undefined) {
  if (user === null || user === undefined) return user;
  const { name, first_last_name, second_last_name, email } = user;
  if (!name && !first_last_name && !second_last_name && !email) return null;
  return {
    givenName: name,
    paternalSurname: first_last_name,
    maternalSurname: second_last_name,
    email: email ?? undefined,
  };
}

function decodeParticipant(one: WireParticipant): object {
  return {
    externalPersonId: one.id_persona,
    personType: PERSON_TYPE_OF[one.tipo_per],
    name: one.nombre,
    paternalSurname: one.apellido_paterno,
    maternalSurname: one.apellido_materno,
    email: one.email,
    phone: decodePhone(one),
    registrationMode: one.mod_carga,
    roles: one.roles,
    legalActFolio: one.folio_acto_juridico,
    personalInformation: decodePersonalInformation(one),
    matches: decodeMatches(one.matches),
    requestedDocumentTypes: one.tipo_doctos ?? [],
  };
}

/** One value in two members: it stays as it is only where both are left out. */
function decodePhone({ codigo_telefonico: countryCode, telefono: number }: WireParticipant) {
  return countryCode === undefined && number === undefined ? undefined : { countryCode, number };
}
