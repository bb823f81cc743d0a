import type { SystemCtx } from '../../context.ts';
import {
  leaveQueue,
  type Queued,
  queueScreeningJob,
  takeQueued,
} from '../../db/queries/screening/queue.ts';
import { listScreenable } from '../../db/queries/screening/screenable.ts';
import { findScreeningSettings } from '../../db/queries/screening/settings.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { subjectOfParticipant } from '../../domain/screening/participant-subject.ts';
import type { ScreeningSettings } from '../../domain/screening/screening-settings.ts';
import { today } from '../tax/today.ts';
import { toFound } from './compare-with-entries.ts';
import { holdUnchanged } from './hold-unchanged.ts';
import { keepOfQueue } from './keep-screenings.ts';
import { raiseMatches } from './raise-matches.ts';
import type { ScreenedFor } from './screen-request.ts';
import { screenSubjects } from './screen-subjects.ts';
import { codesOfLists } from './screened-lists.ts';

/** So many are screened in one transaction: what is done again should it be broken off. */
const AT_ONCE = 50;
/** With more that cannot be screened it is not they who are at fault. */
const FAILED_MAX = 20;

/**
 * Screens whoever waits in the service's queue, beside other workers that are at the same. Whoever cannot be screened keeps
 * nobody else waiting, and stays in the queue: throws what was thrown of it once all others are done.
 */
export async function screenQueued(ctx: SystemCtx): Promise<void> {
  const { serviceId, db, signal } = ctx;
  const faults: unknown[] = [];
  let take: Take = { afterId: 0, max: AT_ONCE, aloneTo: 0 };
  for (;;) {
    const turn = await screenNext(ctx, take);
    if (turn.kind === 'failed' && (take.max === 1 || turn.ids.length === 1))
      faults.push(turn.error);
    if (turn.kind === 'empty' || faults.length >= FAILED_MAX) break;
    take = nextTake(take, turn);
    if (!signal.aborted) continue;
    await queueScreeningJob(db, serviceId);
    return;
  }
  if (faults.length > 0) throw faults[0];
}

/** The next `max` after one place of the queue; with `aloneTo` there was a fault in one up to that. */
type Take = { afterId: number; max: number; aloneTo: number };
type Turn =
  | { kind: 'empty' }
  | { kind: 'done'; ids: readonly number[] }
  | { kind: 'failed'; ids: readonly number[]; error: unknown };

/** After a fault each by itself as far as it was in, and past the one that it was of. */
function nextTake({ afterId, aloneTo }: Take, { kind, ids }: Exclude<Turn, NoTurn>): Take {
  const last = ids.at(-1) ?? afterId;
  if (kind === 'failed' && ids.length > 1) return { afterId, max: 1, aloneTo: last };
  const max = last < aloneTo ? 1 : AT_ONCE;
  return { afterId: kind === 'failed' ? last : afterId, max, aloneTo };
}

type NoTurn = { kind: 'empty' };

async function screenNext(
  { db, serviceId, listMemory: memory }: SystemCtx,
  take: Take,
): Promise<Turn> {
  let ids: readonly number[] = [];
  try {
    await runInTransaction(db, async (tx) => {
      const queued = await takeQueued(tx, serviceId, take);
      ids = queued.ids;
      if (ids.length > 0) await screenSome({ db: tx, serviceId, memory }, queued);
    });
  } catch (error) {
    // Nothing was taken: it is the database that is away.
    if (ids.length === 0) throw error;
    return { kind: 'failed', ids, error };
  }
  return ids.length === 0 ? { kind: 'empty' } : { kind: 'done', ids };
}

async function screenSome(to: ScreenedFor, queued: Queued): Promise<void> {
  const { db, serviceId } = to;
  const settings = await findScreeningSettings(db, serviceId);
  if (settings.isOn) await screen(to, settings, queued.participantIds);
  await leaveQueue(db, serviceId, queued.ids);
}

async function screen(
  to: ScreenedFor,
  settings: ScreeningSettings,
  participantIds: readonly number[],
): Promise<void> {
  const { db: tx, serviceId } = to;
  const participants = await listScreenable(tx, serviceId, participantIds);
  const subjects = participants.map(subjectOfParticipant);
  const asOf = today();
  const lists = codesOfLists(settings.families);
  const screened = await screenSubjects(to, { subjects, lists, asOf, from: settings.threshold });
  // Before anything of theirs is written: whoever deletes them takes the same order.
  const isSame = await holdUnchanged(tx, serviceId, participants);
  const found = participants.flatMap((participant, at) =>
    isSame(participant)
      ? (screened.matchesOf[at] ?? []).map((match) => toFound(participant, match))
      : [],
  );
  const { threshold } = settings;
  const by = { serviceId, trigger: 'upserted', threshold, asOf, lists: screened.lists } as const;
  const ids = await keepOfQueue(tx, by, { participants, subjects, screened, isSame });
  await raiseMatches(tx, { serviceId, found, keep: async () => await Promise.resolve(ids) });
}
