import { sql } from 'kysely';
import { ALL_SERVICES, type ListFamily } from '../../../domain/lists/list-source.ts';
import { withinService } from '../../../runtime/work-scope.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';
import { queueJobs } from '../jobs/queue.ts';

/** List that was just loaded; `serviceId` is 0 for lists that all services share. */
export type ChangedList = {
  serviceId: number;
  source: string;
  family: ListFamily;
  /** Day of the snapshot, `YYYY-MM-DD`. */
  since: string;
};

/**
 * Queues a rescreening for each service that screens against the list, by one statement for each service: its
 * participants are compared with the new entries. A running rescreening restarts. A custom list concerns its service
 * only.
 */
export async function queueRescreenings(db: Db, changed: ChangedList): Promise<void> {
  for (const serviceId of await listScreeningServices(db, changed)) {
    const { source, since } = changed;
    const statement = sql`
      with rescreening as (
        insert into rescreenings as r (service_id, source, since)
        values (${serviceId}, ${source}, ${since}::date)
        on conflict (service_id, source) do update set
          since = least(r.since, excluded.since), round = r.round + 1, entry_id = 0, participant_id = 0
      ), job as (${queueJobs(
        { serviceId, task: 'rescreen' },
        sql`select ${source}::text as key, jsonb_build_object('source', ${source}::text) as payload`,
      )}) select count(*) from job
    `;
    await withinService(serviceId, async () => await statement.execute(db));
  }
}

/** Returns the services that screen against a list, in order of id: all loads lock them in this order. */
export async function listScreeningServices(
  db: Db,
  { serviceId, family }: Pick<ChangedList, 'serviceId' | 'family'>,
): Promise<number[]> {
  const selectServices = sql<{ serviceId: number }>`
    select service_id as "serviceId" from screening_settings
    where is_on and (families = '{}' or ${family}::text = any(families))
      and ${serviceId}::integer in (service_id, ${ALL_SERVICES}::integer)
    order by service_id
  `;
  const rows = await readAcrossServices(db, selectServices.compile(db));
  return rows.map((row) => row.serviceId);
}

export type RescreeningKey = { serviceId: number; source: string };

/**
 * Progress of a rescreening: it compares entries that changed on or after `since`, and has reached the entry and
 * participant of these ids. `round` is incremented at each restart.
 */
export type Rescreening = { since: string; round: number; entryId: number; participantId: number };

/** Returns the progress of a rescreening; undefined when there is none. */
export async function findRescreening(
  db: Db,
  { serviceId, source }: RescreeningKey,
): Promise<Rescreening | undefined> {
  return await db
    .selectFrom('rescreenings')
    .select([
      sql<string>`since::text`.as('since'),
      'round',
      'entry_id as entryId',
      'participant_id as participantId',
    ])
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .executeTakeFirst();
}

/**
 * Stores the progress of a round and locks its row until the transaction ends; false when another round has begun or
 * the rescreening was cancelled.
 */
export async function saveRescreeningProgress(
  db: Db,
  { serviceId, source }: RescreeningKey,
  { round, entryId, participantId }: Omit<Rescreening, 'since'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rescreenings')
    .set({ entry_id: entryId, participant_id: participantId })
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .where('round', '=', round)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a rescreening; false when another round has begun. */
export async function endRescreening(
  db: Db,
  { serviceId, source }: RescreeningKey,
  round: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('rescreenings')
    .where('service_id', '=', serviceId)
    .where('source', '=', source)
    .where('round', '=', round)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Queues a job that continues the rescreening. */
export async function queueRescreenJob(
  db: Db,
  { serviceId, source }: RescreeningKey,
): Promise<void> {
  await sql`
    with job as (${queueJobs(
      { serviceId, task: 'rescreen' },
      sql`select ${source}::text as key, jsonb_build_object('source', ${source}::text) as payload`,
    )}) select count(*) from job
  `.execute(db);
}

/** Changed entry. `matterHash`: hexadecimal hash of the fields on which a decision depends. */
export type ChangedEntry = { id: number; entryKey: string; matterHash: string };

export type ChangedEntriesQuery = {
  /** Service of the list. */
  serviceId: number;
  source: string;
  since: string;
  afterId: number;
  limit: number;
};

/**
 * Returns the entries that are valid now and that were added on or after a day, or whose fields on which a decision
 * depends changed then, in order of id. Entries that changed or were missing meanwhile and are now as before are
 * included, because participants may have been compared in between.
 */
export async function listChangedEntries(
  db: Db,
  { serviceId, source, since, afterId, limit }: ChangedEntriesQuery,
): Promise<ChangedEntry[]> {
  const { rows } = await sql<ChangedEntry>`
    select e.id, e.entry_key as "entryKey", encode(e.matter_hash, 'hex') as "matterHash" from list_entries e
    where e.service_id = ${serviceId} and e.source = ${source} and e.valid_to is null
      and e.valid_from >= ${since}::date and e.id > ${afterId}
      and not (
        exists (
          select from list_entries before
          where before.service_id = ${serviceId} and before.source = ${source}
            and before.entry_key = e.entry_key and before.valid_from < ${since}::date
            and before.valid_to = e.valid_from and before.matter_hash = e.matter_hash
        ) and not exists (
          select from list_entries intermediate
          where intermediate.service_id = ${serviceId} and intermediate.source = ${source}
            and intermediate.entry_key = e.entry_key and intermediate.valid_from >= ${since}::date
            and intermediate.matter_hash <> e.matter_hash
        )
      )
    order by e.id limit ${limit}
  `.execute(db);
  return rows;
}
