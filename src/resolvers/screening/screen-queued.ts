import type { SystemCtx } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { listOwnSources } from '../../db/queries/lists/own-sources.ts';
import { leaveQueue, queueScreeningJob, takeQueued } from '../../db/queries/screening/queue.ts';
import { listScreenable } from '../../db/queries/screening/screenable.ts';
import { findScreeningSettings } from '../../db/queries/screening/settings.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { LIST_SOURCES } from '../../domain/lists/list-source.ts';
import { subjectOfParticipant } from '../../domain/screening/participant-subject.ts';
import type { ScreeningSettings } from '../../domain/screening/screening-settings.ts';
import { today } from '../tax/today.ts';
import { toFound } from './compare-with-entries.ts';
import { keepOfQueue } from './keep-screenings.ts';
import { raiseMatches } from './raise-matches.ts';
import { screenSubjects } from './screen-subjects.ts';

/** So many are screened in one transaction: what is done again should it be broken off. */
const AT_ONCE = 50;

/** Screens whoever waits in the service's queue, beside other workers that are at the same. */
export async function screenQueued(ctx: SystemCtx): Promise<void> {
  const { serviceId, db, signal } = ctx;
  for (;;) {
    const count = await runInTransaction(db, async (tx) => await screenSome(tx, serviceId));
    if (count === 0) return;
    if (!signal.aborted) continue;
    await queueScreeningJob(db, serviceId);
    return;
  }
}

/** Answers how many places of the queue are done with. */
async function screenSome(tx: Db, serviceId: number): Promise<number> {
  const queued = await takeQueued(tx, serviceId, AT_ONCE);
  if (queued.ids.length === 0) return 0;
  const settings = await findScreeningSettings(tx, serviceId);
  if (settings.isOn) await screen(tx, { serviceId, settings }, queued.participantIds);
  await leaveQueue(tx, serviceId, queued.ids);
  return queued.ids.length;
}

type Screener = { serviceId: number; settings: ScreeningSettings };

async function screen(
  tx: Db,
  { serviceId, settings }: Screener,
  participantIds: readonly number[],
): Promise<void> {
  const participants = await listScreenable(tx, serviceId, participantIds);
  const subjects = participants.map(subjectOfParticipant);
  const asOf = today();
  const lists = await listsOf(tx, serviceId, settings);
  const screened = await screenSubjects(
    { db: tx, serviceId },
    { subjects, lists, asOf, from: settings.threshold },
  );
  const found = participants.flatMap((participant, at) =>
    (screened.matchesOf[at] ?? []).map((match) => toFound(participant, match)),
  );
  const ids = await keepOfQueue(
    tx,
    { serviceId, settings },
    { participants, subjects, screened, asOf },
  );
  await raiseMatches(tx, { serviceId, found, keep: async () => await Promise.resolve(ids) });
}

async function listsOf(
  tx: Db,
  serviceId: number,
  { families }: ScreeningSettings,
): Promise<string[]> {
  const shared = Object.entries(LIST_SOURCES)
    .filter(([, { family }]) => families.includes(family))
    .map(([code]) => code);
  return families.includes('own') ? [...shared, ...(await listOwnSources(tx, serviceId))] : shared;
}
