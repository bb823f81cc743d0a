import type { SystemContext } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import {
  leaveQueue,
  type Queued,
  queueScreeningJob,
  takeQueued,
  takeTheirs,
} from '../../db/queries/screening/queue.ts';
import {
  listScreenable,
  type ScreenableParticipant,
} from '../../db/queries/screening/screenable.ts';
import { findScreeningSettings } from '../../db/queries/screening/settings.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { toScreenedSubject } from '../../domain/screening/participant-subject.ts';
import type { FoundMatch } from '../../domain/screening/raise-match.ts';
import type { ScreeningSettings } from '../../domain/screening/screening-settings.ts';
import { today } from '../../runtime/calendar.ts';
import type { ScreenedFor } from '../list-search/screen-request.ts';
import { codesOfLists } from '../list-search/screened-lists.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import { toFound } from './compare-with-entries.ts';
import { holdUnchanged } from './hold-unchanged.ts';
import { type KeptOfQueue, keepOfQueue } from './keep-screenings.ts';
import { raiseMatches } from './raise-matches.ts';

const ALL = 'all';
/** Number of participants in one comparison. */
const AT_ONCE = 50;
/**
 * Number of participants of one business in a transaction, which emits one event. An interrupted transaction is
 * repeated.
 */
const TOGETHER_MAX = 200;
/** With more that cannot be screened it is not they who are at fault. */
const FAILED_MAX = 20;

/**
 * Screens the queued participants of the service, concurrently with other workers. A participant that cannot be
 * screened does not delay others and stays queued: its error is thrown once all others are done.
 */
export async function screenQueued(ctx: SystemContext): Promise<void> {
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
  { db, serviceId, listMemory: memory, lookBack }: SystemContext,
  take: Take,
): Promise<Turn> {
  let ids: readonly number[] = [];
  try {
    await runInTransaction(db, async (tx) => {
      const queued = await takeSome(tx, serviceId, take);
      ids = queued.map((one) => one.id);
      if (ids.length > 0) await screenSome({ db: tx, serviceId, memory, lookBack }, queued);
    });
  } catch (error) {
    // Nothing was taken: it is the database that is away.
    if (ids.length === 0) throw error;
    return { kind: 'failed', ids, error };
  }
  return ids.length === 0 ? { kind: 'empty' } : { kind: 'done', ids };
}

async function takeSome(tx: Db, serviceId: number, take: Take): Promise<Queued[]> {
  const queued = await takeQueued(tx, serviceId, take);
  const last = queued.at(-1);
  if (last === undefined || queued.length < AT_ONCE) return queued;
  return [...queued, ...(await takeTheirs(tx, serviceId, { last, max: TOGETHER_MAX - AT_ONCE }))];
}

async function screenSome(to: ScreenedFor, queued: readonly Queued[]): Promise<void> {
  const { db, serviceId } = to;
  const settings = await findScreeningSettings(db, serviceId);
  const participantIds = [...new Set(queued.map((one) => one.participantId))];
  if (settings.isOn) await screen(to, settings, participantIds);
  const ids = queued.map((one) => one.id);
  await leaveQueue(db, serviceId, ids);
}

async function screen(
  to: ScreenedFor,
  settings: ScreeningSettings,
  participantIds: readonly number[],
): Promise<void> {
  const { db: tx, serviceId } = to;
  const participants = await listScreenable(tx, serviceId, participantIds);
  const looking = { to, settings, asOf: today() };
  const parts: Part[] = [];
  for (let at = 0; at < participants.length; at += AT_ONCE)
    parts.push(await lookForSome(looking, participants.slice(at, at + AT_ONCE)));
  // Locked before any write, in the order that deletions use.
  const isSame = await holdUnchanged(tx, serviceId, participants);
  const ids = new Map<number, number>();
  for (const part of parts) {
    const kept = await keepPart(looking, { ...part, isSame });
    for (const [participantId, screeningId] of kept) ids.set(participantId, screeningId);
  }
  const found = parts.flatMap((part) => foundIn({ ...part, isSame }));
  await raiseMatches(tx, { serviceId, found, keep: async () => await Promise.resolve(ids) });
}

type Looking = { to: ScreenedFor; settings: ScreeningSettings; asOf: string };
/** Some participants, and what was found of each. */
type Part = Omit<KeptOfQueue, 'isSame'>;

async function lookForSome(
  { to, settings, asOf }: Looking,
  participants: readonly ScreenableParticipant[],
): Promise<Part> {
  const subjects = participants.map(toScreenedSubject);
  const { families, threshold: from } = settings;
  const lists = families.length === 0 ? ALL : codesOfLists(families);
  const screened = await screenSubjects(to, { subjects, lists, asOf, from });
  return { participants, subjects, screened };
}

async function keepPart(
  { to: { db, serviceId }, settings: { threshold }, asOf }: Looking,
  part: KeptOfQueue,
): Promise<ReadonlyMap<number, number>> {
  return await keepOfQueue(db, { serviceId, trigger: 'upserted', threshold, asOf }, part);
}

function foundIn({ participants, screened, isSame }: KeptOfQueue): FoundMatch[] {
  return participants.flatMap((participant, at) => {
    if (!isSame(participant)) return [];
    return (screened.matchesOf[at] ?? []).map((match) => toFound(participant, match));
  });
}
