import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** A version of an entry: how it stood, and from when until when. */
export type EntryVersion = {
  entryId: number;
  name: string;
  status: string | null;
  heldFrom: string;
  /** The first day on which it no longer did; null where it still does. */
  heldUntil: string | null;
};

const VERSIONS_MAX = 200;

/** The versions of an entry, the newest first; those that held on no day are left out. */
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
