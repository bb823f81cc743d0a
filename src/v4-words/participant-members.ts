import { z } from 'zod';
import { upsertBusinessInput } from '../resolvers/upsert/write-inputs.ts';
import { matchesSchema } from './match-members.ts';
import { personTypeSchema } from './person-type.ts';
import { personalMembers } from './personal-members.ts';

const person = upsertBusinessInput.shape.participants.element.shape;
const phone = person.phone.unwrap().unwrap().shape;

/**
 * The members of a participant that a request and a line of an import spell alike, each with the checks of what it
 * stands for.
 */
export const participantMembers = {
  id_persona: person.externalPersonId,
  tipo_per: personTypeSchema,
  nombre: person.name,
  apellido_paterno: person.paternalSurname,
  apellido_materno: person.maternalSurname,
  email: person.email,
  codigo_telefonico: phone.countryCode,
  telefono: phone.number,
  mod_carga: person.registrationMode,
  roles: person.roles,
  /** Reads the folio in either spelling in use, because it decides which participants are deleted. */
  folio_acto_juridico: person.legalActFolio,
  juridical_folio: person.legalActFolio,
  ...personalMembers,
  matches: matchesSchema,
};
const membersSchema = z.object(participantMembers);
export type ParticipantMembers = z.infer<typeof membersSchema>;

type Folios = Pick<ParticipantMembers, 'folio_acto_juridico' | 'juridical_folio'>;

/** Undefined where neither spelling is there. */
export function readFolio(record: Folios): string | null | undefined {
  const { folio_acto_juridico, juridical_folio } = record;
  return folio_acto_juridico === undefined ? juridical_folio : folio_acto_juridico;
}
