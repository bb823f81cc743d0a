import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** Version of an entry with the period in which it was valid. */
export type EntryVersion = {
  entryId: number;
  name: string;
  status: string | null;
  heldFrom: string;
  /** First day on which the version was no longer valid; null while it is valid. */
  heldUntil: string | null;
};

/** Maximum number of versions, which bounds the response. */
const VERSIONS_MAX = 200;

/** Returns up to VERSIONS_MAX versions of an entry, newest first, without those that were valid on no day. */
export async function listEntryVersions(
  db: Db,
  { serviceId, source, entryKey }: { serviceId: number; source: string; entryKey: string },
): Promise<EntryVersion[]> {
  const { rows } = await sql<EntryVersion>`
    select e.id as "entryId", e.name, e.status, e.valid_from::text as "heldFrom", e.valid_to::text as "heldUntil"
    from list_entries e
    where e.service_id = ${serviceId} and e.source = ${source} and e.entry_key = ${entryKey}
      and (e.valid_to is null or e.valid_to > e.valid_from)
    order by e.valid_from desc, e.id desc
    limit ${VERSIONS_MAX}
  `.execute(db);
  return rows;
}
