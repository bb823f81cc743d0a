import type { SystemContext } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import {
  deleteQueueEntries,
  lockQueueEntries,
  lockQueueEntriesOfSameBusiness,
  type QueueEntry,
  queueScreeningJob,
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
import { resolveListCodes } from '../list-search/resolve-list-codes.ts';
import type { ScreeningContext } from '../list-search/screen-request.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import { toFoundMatch } from './compare-with-entries.ts';
import { lockUnchanged } from './lock-unchanged.ts';
import { raiseMatches } from './raise-matches.ts';
import { type QueueScreenings, storeQueueScreenings } from './store-screenings.ts';

const ALL = 'all';
/** Number of participants in one comparison. */
const BATCH_SIZE = 50;
/**
 * Maximum number of participants in a transaction: a batch and further participants of its last business, so that they
 * share one event. An interrupted transaction is repeated.
 */
const TRANSACTION_MAX = 200;
/** Number of failed participants after which screening stops, because the cause cannot be the participants. */
const FAILED_MAX = 20;

/**
 * Screens the queued participants of the service, concurrently with other workers. A participant that cannot be
 * screened does not delay others and stays queued: the first error is thrown once all others are done. After FAILED_MAX
 * such participants, screening stops.
 */
export async function screenQueued(ctx: SystemContext): Promise<void> {
  const { serviceId, db, signal } = ctx;
  const errors: unknown[] = [];
  let read: QueueRead = { afterId: 0, max: BATCH_SIZE, singleUntil: 0 };
  for (;;) {
    const outcome = await screenNext(ctx, read);
    if (outcome.kind === 'failed' && (read.max === 1 || outcome.ids.length === 1))
      errors.push(outcome.error);
    if (outcome.kind === 'empty' || errors.length >= FAILED_MAX) break;
    read = nextQueueRead(read, outcome);
    if (!signal.aborted) continue;
    await queueScreeningJob(db, serviceId);
    return;
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * Next read of the queue: up to `max` rows after `afterId`. After a failed batch, rows up to `singleUntil` are screened
 * one by one.
 */
type QueueRead = { afterId: number; max: number; singleUntil: number };
type BatchOutcome =
  | { kind: 'empty' }
  | { kind: 'done'; ids: readonly number[] }
  | { kind: 'failed'; ids: readonly number[]; error: unknown };

/**
 * Returns the next read: after a failed batch its rows one by one, after a single failed row the rows that follow it.
 */
function nextQueueRead(
  { afterId, singleUntil }: QueueRead,
  { kind, ids }: Exclude<BatchOutcome, EmptyOutcome>,
): QueueRead {
  const last = ids.at(-1) ?? afterId;
  if (kind === 'failed' && ids.length > 1) return { afterId, max: 1, singleUntil: last };
  const max = last < singleUntil ? 1 : BATCH_SIZE;
  return { afterId: kind === 'failed' ? last : afterId, max, singleUntil };
}

type EmptyOutcome = { kind: 'empty' };

async function screenNext(
  { db, serviceId, listMemory: memory, lookBack }: SystemContext,
  read: QueueRead,
): Promise<BatchOutcome> {
  let ids: readonly number[] = [];
  try {
    await runInTransaction(db, async (tx) => {
      const queued = await claimBatch(tx, serviceId, read);
      ids = queued.map((row) => row.id);
      if (ids.length > 0) await screenBatch({ db: tx, serviceId, memory, lookBack }, queued);
    });
  } catch (error) {
    // No row was claimed: the database itself failed.
    if (ids.length === 0) throw error;
    return { kind: 'failed', ids, error };
  }
  return ids.length === 0 ? { kind: 'empty' } : { kind: 'done', ids };
}

async function claimBatch(tx: Db, serviceId: number, read: QueueRead): Promise<QueueEntry[]> {
  const queued = await lockQueueEntries(tx, serviceId, read);
  const last = queued.at(-1);
  if (last === undefined || queued.length < BATCH_SIZE) return queued;
  return [
    ...queued,
    ...(await lockQueueEntriesOfSameBusiness(tx, serviceId, {
      last,
      max: TRANSACTION_MAX - BATCH_SIZE,
    })),
  ];
}

async function screenBatch(
  context: ScreeningContext,
  queued: readonly QueueEntry[],
): Promise<void> {
  const { db, serviceId } = context;
  const settings = await findScreeningSettings(db, serviceId);
  const participantIds = [...new Set(queued.map((row) => row.participantId))];
  if (settings.isOn) await screenParticipants(context, settings, participantIds);
  const ids = queued.map((row) => row.id);
  await deleteQueueEntries(db, serviceId, ids);
}

async function screenParticipants(
  context: ScreeningContext,
  settings: ScreeningSettings,
  participantIds: readonly number[],
): Promise<void> {
  const { db: tx, serviceId } = context;
  const participants = await listScreenable(tx, serviceId, participantIds);
  const screening = { context, settings, asOf: today() };
  const groups: ComparedGroup[] = [];
  for (let offset = 0; offset < participants.length; offset += BATCH_SIZE)
    groups.push(await screenGroup(screening, participants.slice(offset, offset + BATCH_SIZE)));
  // Locked before any write, in the order that deletions use.
  const isUnchanged = await lockUnchanged(tx, serviceId, participants);
  const ids = new Map<number, number>();
  for (const group of groups) {
    const stored = await storeGroup(screening, { ...group, isUnchanged });
    for (const [participantId, screeningId] of stored) ids.set(participantId, screeningId);
  }
  const foundMatches = groups.flatMap((group) => listFoundMatches({ ...group, isUnchanged }));
  await raiseMatches(tx, {
    serviceId,
    foundMatches,
    storeScreenings: async () => await Promise.resolve(ids),
  });
}

type BatchScreening = { context: ScreeningContext; settings: ScreeningSettings; asOf: string };
/** Participants of one comparison, with its result. */
type ComparedGroup = Omit<QueueScreenings, 'isUnchanged'>;

async function screenGroup(
  { context, settings, asOf }: BatchScreening,
  participants: readonly ScreenableParticipant[],
): Promise<ComparedGroup> {
  const subjects = participants.map(toScreenedSubject);
  const { families, threshold: minScore } = settings;
  const lists = families.length === 0 ? ALL : resolveListCodes(families);
  const screened = await screenSubjects(context, { subjects, lists, asOf, minScore });
  return { participants, subjects, screened };
}

async function storeGroup(
  { context: { db, serviceId }, settings: { threshold }, asOf }: BatchScreening,
  group: QueueScreenings,
): Promise<ReadonlyMap<number, number>> {
  return await storeQueueScreenings(db, { serviceId, trigger: 'upserted', threshold, asOf }, group);
}

function listFoundMatches({ participants, screened, isUnchanged }: QueueScreenings): FoundMatch[] {
  return participants.flatMap((participant, index) => {
    if (!isUnchanged(participant)) return [];
    return (screened.matchesBySubject[index] ?? []).map((match) =>
      toFoundMatch(participant, match),
    );
  });
}
