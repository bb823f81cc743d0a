import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { analyzeTables, analyzeUnlocked } from '../../staging/analyze-tables.ts';
import { storeKeyCounts } from './key-counts.ts';
import { isValidOnFirstDay, type SnapshotDays } from './snapshot-days.ts';

export type MergeCounts = { added: number; changed: number; removed: number; unchanged: number };

/** Store for the names of new entries, which computes their search keys. */
export type NameStore = {
  /** Starts computing keys, once the new entries are known. */
  begin: (db: Db) => Promise<void>;
  /** Stores the names, after their entries. */
  store: (db: Db, serviceId: number) => Promise<void>;
};

const ENTRY_DETAIL_TABLES = ['list_names', 'list_identifiers'];
/** Number of new entries from which the planner would underestimate the tables until autovacuum analyzes them. */
const ANALYZE_ALL_FROM = 10_000;
/** Number of new entries from which the planner chooses a wrong index on a table that was empty at the last ANALYZE. */
const ANALYZE_ENTRIES_FROM = 1_000;

/**
 * Merges the staged entries of a snapshot into the history of a list, in a constant number of statements except for the
 * names. A version that the snapshot contains unchanged continues. A version that it lacks ends on the day of the
 * snapshot; when a newer snapshot that contains it is stored already, a copy of the version begins on the day of that
 * snapshot. New versions begin.
 */
export async function mergeStagedList(
  db: Db,
  days: SnapshotDays,
  names: NameStore,
): Promise<MergeCounts> {
  const counts = await countChanges(db, days);
  await assignEntryIds(db, days);
  await copyResumingVersions(db, days);
  await endMissingVersions(db, days);
  await extendVersions(db, days);
  await names.begin(db);
  await insertNewVersions(db, days);
  const newCount = counts.added + counts.changed;
  if (newCount >= ANALYZE_ENTRIES_FROM) await analyzeUnlocked(db, ['list_entries']);
  await insertIdentifiers(db, days);
  await names.store(db, days.serviceId);
  if (newCount >= ANALYZE_ALL_FROM) await analyzeUnlocked(db, ENTRY_DETAIL_TABLES);
  if (days.until === null) await storeKeyCounts(db, days);
  return counts;
}

async function countChanges(db: Db, days: SnapshotDays): Promise<MergeCounts> {
  const counts = await sql<MergeCounts>`
    select
      count(*) filter (where stored.entry_key is null)::integer as added,
      count(*) filter (where staged.entry_key is null)::integer as removed,
      count(*) filter (where stored.content_hash <> staged.content_hash)::integer as changed,
      count(*) filter (where stored.content_hash = staged.content_hash)::integer as unchanged
    from (select entry_key, content_hash from list_entries stored where ${isValidOnFirstDay(days)}) stored
    full join staged_entries staged on staged.entry_key = stored.entry_key`.execute(db);
  return counts.rows[0] ?? { added: 0, changed: 0, removed: 0, unchanged: 0 };
}

/** Assigns ids to new versions, in the order of their entry keys: inserting rows in index order is faster. */
async function assignEntryIds(db: Db, days: SnapshotDays): Promise<void> {
  await sql`
    insert into staged_new (record, entry_id)
    select new_version.record, nextval(ids.sequence)
    from (
      select staged.record from staged_entries staged
      where not exists (
        select from list_entries stored
        where ${isValidOnFirstDay(days)} and stored.entry_key = staged.entry_key and stored.content_hash = staged.content_hash
      )
      order by staged.entry_key
    ) new_version
    -- The clause offset 0 makes PostgreSQL look up the sequence once.
    cross join (
      select pg_get_serial_sequence('list_entries', 'id')::regclass as sequence offset 0
    ) ids`.execute(db);
  await sql`create index on staged_new (record)`.execute(db);
  await analyzeTables(db, ['staged_new']);
}

/**
 * Copies versions that this snapshot lacks and that continue in the next snapshot, so that they are valid again from
 * its day.
 */
async function copyResumingVersions(db: Db, days: SnapshotDays): Promise<void> {
  if (days.until === null) return;
  await sql`
    with resuming_versions as (
      insert into list_entries (service_id, source, entry_key, content_hash, matter_hash, party_type, name, status, programs, birth_dates,
        countries, details, valid_from, valid_to)
      select stored.service_id, stored.source, stored.entry_key, stored.content_hash, stored.matter_hash,
        stored.party_type, stored.name, stored.status, stored.programs, stored.birth_dates, stored.countries,
        stored.details, ${days.until}::date, stored.valid_to
      from list_entries stored
      -- An anti-join, because Citus rejects a correlated subquery over reference tables in this insert.
      left join staged_entries staged
        on staged.entry_key = stored.entry_key and staged.content_hash = stored.content_hash
      where ${isValidOnFirstDay(days)} and staged.record is null
        and (stored.valid_to is null or stored.valid_to > ${days.until}::date)
      returning service_id, id, entry_key, content_hash
    ), old_versions as (
      select resuming.service_id, resuming.id as new_id, stored.id as old_id
      from resuming_versions resuming
      join list_entries stored on ${isValidOnFirstDay(days)}
        and stored.entry_key = resuming.entry_key and stored.content_hash = resuming.content_hash
    ), names as (
      insert into list_names (service_id, entry_id, position, name, kind, keys)
      select old.service_id, old.new_id, names.position, names.name, names.kind, names.keys
      from old_versions old join list_names names on names.service_id = old.service_id and names.entry_id = old.old_id
    )
    insert into list_identifiers (service_id, entry_id, position, kind, value, country)
    select old.service_id, old.new_id, ids.position, ids.kind, ids.value, ids.country
    from old_versions old join list_identifiers ids on ids.service_id = old.service_id and ids.entry_id = old.old_id`.execute(
    db,
  );
}

async function endMissingVersions(db: Db, days: SnapshotDays): Promise<void> {
  await sql`
    update list_entries stored set valid_to = ${days.from}::date
    where ${isValidOnFirstDay(days)} and ${isMissing()}`.execute(db);
}

function isMissing() {
  return sql`not exists (
    select from staged_entries staged
    where staged.entry_key = stored.entry_key and staged.content_hash = stored.content_hash
  )`;
}

/**
 * Extends stored versions instead of adding equal ones: a version that begins with the next snapshot begins earlier,
 * and one that another snapshot of the same day replaced is valid again.
 */
async function extendVersions(db: Db, days: SnapshotDays): Promise<void> {
  await sql`
    with extended_versions as (
      update list_entries next_version set valid_from = ${days.from}::date
      from staged_entries staged
      join staged_new new_version on new_version.record = staged.record
      where next_version.service_id = ${days.serviceId} and next_version.source = ${days.source}
        and next_version.entry_key = staged.entry_key and next_version.content_hash = staged.content_hash
        and next_version.valid_from = ${days.until}::date
        and not exists (
          select from list_entries same_day
          where same_day.service_id = ${days.serviceId} and same_day.source = ${days.source}
            and same_day.entry_key = staged.entry_key and same_day.content_hash = staged.content_hash
            and same_day.valid_from = ${days.from}::date
        )
      returning staged.record
    ), reopened_versions as (
      update list_entries same_day set valid_to = ${days.until}::date
      from staged_entries staged
      join staged_new new_version on new_version.record = staged.record
      where same_day.service_id = ${days.serviceId} and same_day.source = ${days.source}
        and same_day.entry_key = staged.entry_key and same_day.content_hash = staged.content_hash
        and same_day.valid_from = ${days.from}::date
      returning staged.record
    )
    delete from staged_new
    where record in (select record from extended_versions) or record in (select record from reopened_versions)`.execute(
    db,
  );
}

async function insertNewVersions(db: Db, days: SnapshotDays): Promise<void> {
  await sql`
    insert into list_entries (service_id, id, source, entry_key, content_hash, matter_hash, party_type, name, status, programs,
      birth_dates, countries, details, valid_from, valid_to)
    overriding system value
    select ${days.serviceId}::integer, new_version.entry_id, ${days.source}::text, entry_key, content_hash, matter_hash, party_type, name,
      status, programs, birth_dates, countries, details, ${days.from}::date, ${days.until}::date
    from staged_entries staged
    join staged_new new_version on new_version.record = staged.record
    order by new_version.entry_id`.execute(db);
}

async function insertIdentifiers(db: Db, { serviceId }: SnapshotDays): Promise<void> {
  await sql`
    insert into list_identifiers (service_id, entry_id, position, kind, value, country)
    select ${serviceId}::integer, new_version.entry_id, ids.position, ids.kind, ids.value, ids.country
    from staged_new new_version join staged_identifiers ids on ids.record = new_version.record
    order by new_version.entry_id, ids.position`.execute(db);
}
