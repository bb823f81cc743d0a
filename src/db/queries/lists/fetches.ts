import { sql } from 'kysely';
import type { FetchOutcome } from '../../../domain/lists/list-fetch.ts';
import type { Db } from '../../client.ts';
import type { ListOwner } from './snapshots.ts';

/** File with the validators (ETag, Last-Modified) that its server sent when it was fetched. */
export type FetchedFile = { url: string; etag: string | null; lastModified: string | null };

/** Digest and files of the version that was fetched last. */
export type FetchedVersion = { sha256: Buffer; files: readonly FetchedFile[] };

export type FetchSummary = {
  /** Code of the list. */
  source: string;
  triedAt: Date;
  outcome: FetchOutcome;
  /** Null unless the fetch failed. */
  reason: string | null;
};

/** Maximum number of lists shown; one more is read, so that callers can report that there are more. */
const LISTED_MAX = 1000;
const REASON_LENGTH_MAX = 500;

/**
 * Returns the version that was fetched last when it is the current snapshot and was parsed with version `rules` of the
 * parsing rules; otherwise undefined, so that it must be fetched again.
 */
export async function findFetchedVersion(
  db: Db,
  { serviceId, source, rules }: ListOwner & { rules: number },
): Promise<FetchedVersion | undefined> {
  const { rows } = await sql<FetchedVersion>`
    select f.sha256, f.files
    from list_fetches f
    cross join lateral (
      select s.sha256, s.rules from list_snapshots s
      where s.service_id = f.service_id and s.source = f.source
      order by s.as_of desc, s.id desc
      limit 1
    ) current
    where f.service_id = ${serviceId} and f.source = ${source}
      and current.sha256 = f.sha256 and current.rules = ${rules}
  `.execute(db);
  return rows[0];
}

/** Returns the time and outcome of the last fetch of each list, in order of list code, at most LISTED_MAX + 1. */
export async function listFetches(db: Db, serviceId: number): Promise<FetchSummary[]> {
  return await db
    .selectFrom('list_fetches')
    .select(['source', 'tried_at as triedAt', sql<FetchOutcome>`outcome`.as('outcome'), 'reason'])
    .where('service_id', '=', serviceId)
    .orderBy('source')
    .limit(LISTED_MAX + 1)
    .execute();
}

export type NewFetch = ListOwner & {
  outcome: FetchOutcome;
  reason: string | null;
  /** Version that was fetched; null keeps the previous one. */
  version: FetchedVersion | null;
};

export async function saveFetch(db: Db, fetch: NewFetch): Promise<void> {
  const { serviceId, source, outcome, version } = fetch;
  const files = JSON.stringify(version?.files ?? []);
  await sql`
    insert into list_fetches as f (service_id, source, tried_at, outcome, reason, sha256, files)
    values (${serviceId}, ${source}, now(), ${outcome}, ${fetch.reason?.slice(0, REASON_LENGTH_MAX) ?? null},
      ${version?.sha256 ?? null}, ${files}::jsonb)
    on conflict (service_id, source) do update set
      tried_at = excluded.tried_at, outcome = excluded.outcome, reason = excluded.reason,
      sha256 = coalesce(excluded.sha256, f.sha256),
      files = case when excluded.sha256 is null then f.files else excluded.files end
  `.execute(db);
}
