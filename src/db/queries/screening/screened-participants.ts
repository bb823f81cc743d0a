import { sql } from 'kysely';
import type { ScreenedParticipant } from '../../../domain/screening/screening.ts';
import type { Db } from '../../client.ts';

/** Participants as they are screened, in order of id; those that are gone are left out. */
export async function listScreenedParticipants(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<ScreenedParticipant[]> {
  const { rows } = await sql<ScreenedParticipant>`
    select p.id as "participantId", p.business_id as "businessId",
      json_build_object(
        'partyType', p.person_type,
        'name', nullif(btrim(concat_ws(' ', p.name, p.paternal_surname, p.maternal_surname)), ''),
        'rfc', nullif(p.rfc, ''), 'curp', nullif(p.curp, ''), 'passport', null,
        'birthDate', p.birth_or_constitution_date, 'country', nullif(p.nationality, '')
      ) as subject
    from participants p
    where p.service_id = ${serviceId} and p.id = any(${ids}::bigint[])
    order by p.id
  `.execute(db);
  return rows;
}
