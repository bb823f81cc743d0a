import { sql } from 'kysely';
import type { AsOfOrigin } from '../../../domain/lists/list-entry.ts';
import type { Db } from '../../client.ts';
import { isValidOnFirstDay } from './snapshot-days.ts';
import type { ListOwner } from './snapshots.ts';
import { statedDay } from './stated-day.ts';

/** Snapshot of a list with its days. `asOf`: day that was stated for it; `countsFrom`: day from which it applies. */
export type DatedSnapshot = {
  id: number;
  asOf: string | null;
  asOfOrigin: AsOfOrigin;
  countsFrom: string;
};

/** Returns the snapshots of a list, in the order in which they were loaded. */
export async function listDatedSnapshots(
  db: Db,
  { serviceId, source }: ListOwner,
): Promise<DatedSnapshot[]> {
  const { rows } = await sql<DatedSnapshot>`
    select s.id, ${statedDay('s')}::text as "asOf", s.as_of_origin as "asOfOrigin", s.as_of::text as "countsFrom"
    from list_snapshots s where s.service_id = ${serviceId} and s.source = ${source} order by s.id`.execute(
    db,
  );
  return rows;
}

/** Returns the list code of a snapshot of a service, or undefined when the snapshot does not exist. */
export async function findSnapshotSource(
  db: Db,
  { serviceId, id }: { serviceId: number; id: number },
): Promise<string | undefined> {
  const snapshot = await db
    .selectFrom('list_snapshots')
    .select('source')
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return snapshot?.source;
}

/** New day of a snapshot; `from` is the day from which the snapshot applied before. */
export type NewDay = ListOwner & {
  id: number;
  asOf: string;
  asOfOrigin: AsOfOrigin;
  from: string;
  countsFrom: string;
};

/**
 * Stores the day of a snapshot. Other snapshots that applied from the same day, which this one replaced, move with it
 * and keep the days that were stated for them.
 */
export async function saveDay(
  db: Db,
  { serviceId, source, id, asOf, from, countsFrom, asOfOrigin }: NewDay,
): Promise<void> {
  await sql`
    update list_snapshots s set as_of = ${countsFrom}::date, redated_at = now(),
      as_of_origin = case when s.id = ${id} then ${asOfOrigin} else s.as_of_origin end,
      own_day = nullif(case when s.id = ${id} then ${asOf}::date else ${statedDay('s')} end, ${countsFrom}::date)
    where s.service_id = ${serviceId} and s.source = ${source} and s.as_of = ${from}::date`.execute(
    db,
  );
}

export type NewRedate = ListOwner & { id: number; from: string | null; to: string; by: string };

export async function insertRedate(db: Db, redate: NewRedate): Promise<void> {
  await sql`
    insert into list_redates (service_id, snapshot_id, redated_at, source, from_day, to_day, redated_by)
    values (${redate.serviceId}, ${redate.id}, clock_timestamp(), ${redate.source}, ${redate.from}::date, ${redate.to}::date,
      ${redate.by})`.execute(db);
}

/** Change of a snapshot's day; `from` is null when the day was unknown. */
export type Redate = {
  snapshotId: number;
  from: string | null;
  to: string;
  redatedBy: string;
  redatedAt: Date;
};

/** Maximum number of listed changes, which bounds the response. */
const REDATES_MAX = 10_000;

/** Returns the changes of the days of a list, oldest first, at most REDATES_MAX. */
export async function listRedates(db: Db, { serviceId, source }: ListOwner): Promise<Redate[]> {
  return await db
    .selectFrom('list_redates')
    .select([
      'snapshot_id as snapshotId',
      sql<string | null>`from_day::text`.as('from'),
      sql<string>`to_day::text`.as('to'),
      'redated_by as redatedBy',
      'redated_at as redatedAt',
    ])
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .orderBy('redated_at')
    .limit(REDATES_MAX)
    .execute();
}

type DayShift = ListOwner & { from: string; to: string };

/** Moves every start and end of a version from a day to another one; no snapshot may apply from a day in between. */
export async function shiftVersions(
  db: Db,
  { serviceId, source, from, to }: DayShift,
): Promise<void> {
  await sql`
    update list_entries set
      valid_from = case valid_from when ${from}::date then ${to}::date else valid_from end,
      valid_to = case valid_to when ${from}::date then ${to}::date else valid_to end
    where service_id = ${serviceId} and source = ${source}
      and (valid_from = ${from}::date or valid_to = ${from}::date)`.execute(db);
}

type SnapshotPeriod = ListOwner & { from: string; until: string | null };

/** Copies the entries of a snapshot into the staging tables of a load. */
export async function stageSnapshot(db: Db, days: SnapshotPeriod): Promise<void> {
  await sql`truncate staged_entries, staged_names, staged_identifiers, staged_new`.execute(db);
  await sql`
    insert into staged_entries (record, entry_key, content_hash, matter_hash, party_type, name, status, programs, birth_dates,
      countries, details)
    select row_number() over (order by stored.id), stored.entry_key, stored.content_hash, stored.matter_hash, stored.party_type, stored.name,
      stored.status, stored.programs, stored.birth_dates, stored.countries, stored.details
    from list_entries stored where ${isValidOnFirstDay(days)}`.execute(db);
  const records = sql`
    select stored.id, row_number() over (order by stored.id) as record
    from list_entries stored where ${isValidOnFirstDay(days)}`;
  await sql`
    insert into staged_names (record, position, name, kind)
    select staged_entry.record, n.position, n.name, n.kind
    from (${records}) staged_entry
    join list_names n on n.service_id = ${days.serviceId} and n.entry_id = staged_entry.id`.execute(
    db,
  );
  await sql`
    insert into staged_identifiers (record, position, kind, value, country)
    select staged_entry.record, i.position, i.kind, i.value, i.country
    from (${records}) staged_entry
    join list_identifiers i on i.service_id = ${days.serviceId} and i.entry_id = staged_entry.id`.execute(
    db,
  );
}

/**
 * Removes a snapshot from the history: the versions of the previous snapshot continue until the next one, and versions
 * that occur in no other snapshot are deleted.
 */
export async function removeVersions(db: Db, days: SnapshotPeriod): Promise<void> {
  const { serviceId, source, from, until } = days;
  const isOfList = sql`e.service_id = ${serviceId} and e.source = ${source}`;
  // Deletes versions that only this snapshot has, and versions that were valid on no day because another snapshot of the
  // same day replaced theirs.
  await sql`
    delete from list_entries e where ${isOfList} and e.valid_from = ${from}::date
      and (e.valid_to = ${from}::date or e.valid_to is not distinct from ${until}::date)`.execute(
    db,
  );
  if (until !== null) {
    await sql`update list_entries e set valid_from = ${until}::date where ${isOfList} and e.valid_from = ${from}::date`.execute(
      db,
    );
  }
  // Versions of the previous snapshot continue; a version that the next snapshot has again is joined with it.
  await sql`
    with continued_versions as (
      delete from list_entries e
      using list_entries before
      where ${isOfList} and e.valid_from = ${until}::date
        and before.service_id = e.service_id and before.source = e.source and before.valid_to = ${from}::date
        and before.entry_key = e.entry_key and before.content_hash = e.content_hash
      returning before.id, e.valid_to
    )
    update list_entries e set valid_to = coalesce((select c.valid_to from continued_versions c where c.id = e.id),
      case when e.id in (select c.id from continued_versions c) then null else ${until}::date end)
    where ${isOfList} and e.valid_to = ${from}::date`.execute(db);
}
