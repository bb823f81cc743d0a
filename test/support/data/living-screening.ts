import { sql } from 'kysely';
import type { SystemContext } from '../../../src/context.ts';
import type { Db } from '../../../src/db/client.ts';
import { storeScreeningSettings } from '../../../src/db/queries/screening/settings.ts';
import {
  DEFAULT_SCREENING_SETTINGS,
  type ScreeningSettings,
} from '../../../src/domain/screening/screening-settings.ts';
import { rescreen } from '../../../src/resolvers/rescreening/rescreen.ts';
import { screenQueued } from '../../../src/resolvers/rescreening/screen-queued.ts';
import { makeTools } from '../gateway/jobs.ts';

export function makeSystemContext(
  db: Db,
  serviceId: number,
  signal: AbortSignal = new AbortController().signal,
): SystemContext {
  return { ...makeTools(db), serviceId, signal };
}

/** Enables automatic screening of the service, by default against the article 69 lists. */
export async function switchOn(
  db: Db,
  serviceId: number,
  settings: Partial<ScreeningSettings> = {},
): Promise<void> {
  const on = {
    ...DEFAULT_SCREENING_SETTINGS,
    isOn: true,
    families: ['sat69' as const],
    ...settings,
  };
  await storeScreeningSettings(db, serviceId, on);
}

/** Runs all queued screenings of the service, as a worker would. */
export async function screenAll(db: Db, serviceId: number): Promise<void> {
  const ctx = makeSystemContext(db, serviceId);
  await screenQueued(ctx);
  const lists = db.selectFrom('rescreenings').select('source').where('service_id', '=', serviceId);
  for (const { source } of await lists.execute()) await rescreen(ctx, source);
  await db.deleteFrom('jobs').where('service_id', '=', serviceId).execute();
}

/** Returns the matches of the service in order, as `person list/key: status because`. */
export async function listRaised(db: Db, serviceId: number): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select n.external_id || ' ' || m.source_code || '/' || m.external_id || ': ' || m.status
      || coalesce(' ' || f.raised_because, '') as said
    from participant_matches m
    join participants p on p.service_id = m.service_id and p.id = m.participant_id
    join persons n on n.service_id = p.service_id and n.id = p.person_id
    left join match_findings f on f.service_id = m.service_id and f.match_id = m.id
    where m.service_id = ${serviceId} order by m.id
  `.execute(db);
  return rows.map((one) => one.said);
}

/** Returns the events about found matches in order, as `business: participants/matches`. */
export async function listFoundEvents(db: Db, serviceId: number): Promise<string[]> {
  const events = db.selectFrom('business_events').selectAll().where('service_id', '=', serviceId);
  const found = await events.where('type', '=', 'matches_found').orderBy('id').execute();
  return found.map((one) => `${one.business_id}: ${one.participant_count}/${one.match_count}`);
}

/** Returns the number of participants in all events about found matches, with repetitions. */
export async function countNotifiedParticipants(db: Db, serviceId: number): Promise<number> {
  const told = await listFoundEvents(db, serviceId);
  return told.reduce((sum, one) => sum + Number(/ (\d+)\//.exec(one)?.[1]), 0);
}
