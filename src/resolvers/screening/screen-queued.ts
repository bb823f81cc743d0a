import type { SystemCtx } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { lockBusinesses } from '../../db/queries/business/businesses.ts';
import { leaveQueue, queueScreeningJob, takeQueued } from '../../db/queries/screening/queue.ts';
import { listScreenable } from '../../db/queries/screening/screenable.ts';
import { findScreeningSettings } from '../../db/queries/screening/settings.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { subjectOfParticipant } from '../../domain/screening/participant-subject.ts';
import type { ScreeningSettings } from '../../domain/screening/screening-settings.ts';
import { today } from '../tax/today.ts';
import { toFound } from './compare-with-entries.ts';
import { keepOfQueue } from './keep-screenings.ts';
import { raiseMatches } from './raise-matches.ts';
import { screenSubjects } from './screen-subjects.ts';
import { codesOfLists } from './screened-lists.ts';

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
  const lists = codesOfLists(settings.families);
  const screened = await screenSubjects(
    { db: tx, serviceId },
    { subjects, lists, asOf, from: settings.threshold },
  );
  const found = participants.flatMap((participant, at) =>
    (screened.matchesOf[at] ?? []).map((match) => toFound(participant, match)),
  );
  // Before anything of theirs is written: whoever deletes them takes the same order.
  await lockBusinesses(tx, serviceId, [...new Set(participants.map((one) => one.businessId))]);
  const { threshold } = settings;
  const by = { serviceId, trigger: 'upserted', threshold, asOf, lists: screened.lists } as const;
  const ids = await keepOfQueue(tx, by, { participants, subjects, screened });
  await raiseMatches(tx, { serviceId, found, keep: async () => await Promise.resolve(ids) });
}
