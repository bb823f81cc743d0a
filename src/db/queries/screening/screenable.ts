import { type RawBuilder, sql } from 'kysely';
import type { PersonType } from '../../../domain/business/participant.ts';
import type { Db } from '../../client.ts';

/** Participant, reduced to the fields that screening compares. */
export type ScreenableParticipant = {
  id: number;
  businessId: number;
  personId: number;
  personType: PersonType;
  name: string;
  paternalSurname: string | null;
  maternalSurname: string | null;
  rfc: string | null;
  curp: string | null;
  birthOrConstitutionDate: string | null;
  nationality: string | null;
  countryOfBirth: string | null;
};

const COLUMNS = sql`
  p.id, p.business_id as "businessId", p.person_id as "personId", p.person_type as "personType", p.name,
  p.paternal_surname as "paternalSurname", p.maternal_surname as "maternalSurname", p.rfc, p.curp,
  p.birth_or_constitution_date::text as "birthOrConstitutionDate", p.nationality,
  p.country_of_birth as "countryOfBirth"`;

/** Returns the participants with these ids that exist, in order of id. */
export async function listScreenable(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<ScreenableParticipant[]> {
  return await listWhere(
    db,
    sql`p.service_id = ${serviceId} and p.id = any(${ids}::bigint[])
    order by p.id`,
  );
}

/** Returns the next participants of the service after an id, in order of id, at most `limit`. */
export async function listScreenableAfter(
  db: Db,
  serviceId: number,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<ScreenableParticipant[]> {
  return await listWhere(
    db,
    sql`p.service_id = ${serviceId} and p.id > ${afterId}
    order by p.id limit ${limit}`,
  );
}

async function listWhere(db: Db, clauses: RawBuilder<unknown>): Promise<ScreenableParticipant[]> {
  const { rows } =
    await sql<ScreenableParticipant>`select ${COLUMNS} from participants p where ${clauses}`.execute(
      db,
    );
  return rows;
}
