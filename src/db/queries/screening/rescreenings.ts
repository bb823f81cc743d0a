import { sql } from 'kysely';
import { ALL_SERVICES, type ListFamily } from '../../../domain/lists/list-source.ts';
import { withinService } from '../../../runtime/work-scope.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/across-services.ts';
import { queueJobsOf } from '../jobs/queue.ts';

/** A list as it was just loaded; the service is 0 where it is for all. */
export type ChangedList = {
  serviceId: number;
  source: string;
  family: ListFamily;
  /** `YYYY-MM-DD`: the day of the snapshot. */
  since: string;
};

/**
 * Has the participants of each service that screens by this list compared with what is new in it, in one statement a
 * service; one that is under way begins anew. A service's own list is looked at for that service only.
 */
export async function queueRescreenings(db: Db, changed: ChangedList): Promise<void> {
  for (const serviceId of await listScreeningServices(db, changed)) {
    const { source, since } = changed;
    const queueing = sql`
      with wanted as (
        insert into rescreenings as r (service_id, source, since)
        values (${serviceId}, ${source}, ${since}::date)
        on conflict (service_id, source) do update set
          since = least(r.since, excluded.since), round = r.round + 1, entry_id = 0, participant_id = 0
      ), queued as (${queueJobsOf(
        { serviceId, task: 'rescreen' },
        sql`select ${source}::text as key, jsonb_build_object('source', ${source}::text) as payload`,
      )}) select count(*) from queued
    `;
    await withinService(serviceId, async () => await queueing.execute(db));
  }
}

/** Services that screen by a list, in order, as every loading locks them. */
export async function listScreeningServices(
  db: Db,
  { serviceId, family }: Pick<ChangedList, 'serviceId' | 'family'>,
): Promise<number[]> {
  const finding = sql<{ serviceId: number }>`
    select service_id as "serviceId" from screening_settings
    where is_on and (families = '{}' or ${family}::text = any(families))
      and ${serviceId}::integer in (service_id, ${ALL_SERVICES}::integer)
    order by service_id
  `;
  const rows = await readAcrossServices(db, finding.compile(db));
  return rows.map((row) => row.serviceId);
}

export type RescreeningKey = { serviceId: number; source: string };

/** How far it has come: see the table. */
export type Rescreening = { since: string; round: number; entryId: number; participantId: number };

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

/** Notes how far the round came, and holds it until the transaction ends; false where another one has begun, or nobody wants it any more. */
export async function moveRescreening(
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

/** False where another round has begun. */
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

/** Has the rest done by another worker. */
export async function queueRescreenAgain(
  db: Db,
  { serviceId, source }: RescreeningKey,
): Promise<void> {
  await sql`
    with queued as (${queueJobsOf(
      { serviceId, task: 'rescreen' },
      sql`select ${source}::text as key, jsonb_build_object('source', ${source}::text) as payload`,
    )}) select count(*) from queued
  `.execute(db);
}

/** `matterHash` in hexadecimal. */
export type ChangedEntry = { id: number; entryKey: string; matterHash: string };

export type ChangedEntriesQuery = {
  /** Of the list. */
  serviceId: number;
  source: string;
  since: string;
  afterId: number;
  limit: number;
};

/**
 * Entries that hold now and are new since a day, or of which what a decision rests on became another since, by id. What was
 * another for a while or was gone, and is now as before, is among them: somebody may have been compared meanwhile.
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
          select from list_entries between_them
          where between_them.service_id = ${serviceId} and between_them.source = ${source}
            and between_them.entry_key = e.entry_key and between_them.valid_from >= ${since}::date
            and between_them.matter_hash <> e.matter_hash
        )
      )
    order by e.id limit ${limit}
  `.execute(db);
  return rows;
}
