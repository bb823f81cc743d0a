import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

/** Returns the ids of businesses whose flags differ from those derived from their participants and documents. */
export async function listWrongFlags(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from businesses b
    left join participants p on p.service_id = b.service_id and p.business_id = b.id
    left join documents d on d.service_id = p.service_id and d.participant_id = p.id
    group by b.service_id, b.id
    having b.has_pending_matches <> coalesce(bool_or(p.has_pending_matches), false)
      or b.has_missing_documents
        <> coalesce(bool_or(d.participant_id is not null and d.file_id is null), false)
  `.execute(db);
  return rows.map((row) => row.id);
}
