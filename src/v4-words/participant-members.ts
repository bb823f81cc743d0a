import { z } from 'zod';
import { upsertBusinessInput } from '../resolvers/upsert/write-inputs.ts';
import { matchesSchema } from './match-members.ts';
import { personTypeSchema } from './person-type.ts';
import { personalMembers } from './personal-members.ts';

const person = upsertBusinessInput.shape.participants.element.shape;
const phone = person.phone.unwrap().unwrap().shape;

/**
 * Members of a participant that are the same in a v4 request and in a line of an import, with the schemas of the
 * operation.
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
  /**
   * Clients use either name of the folio. Both are accepted, because the folio decides which participants are deleted.
   */
  folio_acto_juridico: person.legalActFolio,
  juridical_folio: person.legalActFolio,
  ...personalMembers,
  matches: matchesSchema,
};
const membersSchema = z.object(participantMembers);
export type ParticipantMembers = z.infer<typeof membersSchema>;

type Folios = Pick<ParticipantMembers, 'folio_acto_juridico' | 'juridical_folio'>;

/** Returns the folio under either name. Undefined when neither was sent. */
export function readFolio(record: Folios): string | null | undefined {
  const { folio_acto_juridico, juridical_folio } = record;
  return folio_acto_juridico === undefined ? juridical_folio : folio_acto_juridico;
}
