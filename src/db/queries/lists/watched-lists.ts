import { sql } from 'kysely';
import type { ListSnapshot } from '../../../domain/lists/list-summary.ts';
import type { Db } from '../../client.ts';
import { statedDay } from './stated-day.ts';

/** Newest snapshot of a list; `serviceId` is 0 for lists that all services share. */
export type WatchedList = ListSnapshot & { serviceId: number; source: string };

/** Far above the number of shared lists and of custom lists of a service. */
const LISTED_MAX = 2000;

/**
 * Returns the newest snapshot of each list of these services, in order of service and list code, at most LISTED_MAX.
 */
export async function listWatchedLists(db: Db, owners: readonly number[]): Promise<WatchedList[]> {
  const { rows } = await sql<WatchedList>`
    select distinct on (s.service_id, s.source) s.service_id as "serviceId", s.source, ${statedDay('s')}::text as "asOf",
      s.as_of_origin as "asOfOrigin", encode(s.sha256, 'hex') as sha256, s.rows_kept as rows,
      to_json(s.source_seen_at) #>> '{}' as "sourceSeenAt"
    from list_snapshots s
    where s.service_id = any(${owners}::integer[])
    order by s.service_id, s.source, s.as_of desc, s.id desc
    limit ${LISTED_MAX}
  `.execute(db);
  return rows;
}
