import type { SystemCtx } from '../../context.ts';
import { readEntries } from '../../db/queries/lists/entries.ts';
import { listOutdated } from '../../db/queries/screening/raising.ts';
import {
  endRescreening,
  findRescreening,
  listChangedEntries,
  moveRescreening,
  queueRescreenAgain,
  type Rescreening,
  type RescreeningKey,
} from '../../db/queries/screening/rescreenings.ts';
import { listScreenableAfter } from '../../db/queries/screening/screenable.ts';
import { findScreeningSettings } from '../../db/queries/screening/settings.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { ALL_SERVICES, familyOf, isSharedList } from '../../domain/lists/list-source.ts';
import type { FoundMatch } from '../../domain/screening/raise-match.ts';
import type { ScreenedList } from '../../domain/screening/screening.ts';
import type { ScreeningSettings } from '../../domain/screening/screening-settings.ts';
import { today } from '../tax/today.ts';
import { compareWithEntries, type LookedFor, lookFor } from './compare-with-entries.ts';
import { holdUnchanged } from './hold-unchanged.ts';
import { keepOfList } from './keep-screenings.ts';
import { raiseMatches } from './raise-matches.ts';
import { screenSubjects } from './screen-subjects.ts';

/** Entries that are looked for at once, and participants that are read at once: what is held in memory. */
const ENTRIES_MAX = 5000;
const PARTICIPANTS_MAX = 500;

/**
 * Compares all participants of a service with what is new in a list, a few at a time; what is done stays done, so that
 * whoever begins again goes on there.
 */
export async function rescreen(ctx: SystemCtx, source: string): Promise<void> {
  const key = { serviceId: ctx.serviceId, source };
  for (;;) {
    const state = await findRescreening(ctx.db, key);
    if (state === undefined) return;
    const settings = await findScreeningSettings(ctx.db, ctx.serviceId);
    const isWanted = settings.isOn && settings.families.includes(familyOf(source));
    const done = isWanted ? await screenNext(ctx, { key, state, settings }) : 'all';
    if (done === 'all' && (await endRescreening(ctx.db, key, state.round))) return;
    if (!ctx.signal.aborted) continue;
    await queueRescreenAgain(ctx.db, key);
    return;
  }
}

type Round = { key: RescreeningKey; state: Rescreening; settings: ScreeningSettings };

/** The next entries with all participants that they were not compared with; `all` where there is no entry left. */
async function screenNext(ctx: SystemCtx, round: Round): Promise<'all' | 'some'> {
  const { key, state } = round;
  const serviceId = isSharedList(key.source) ? ALL_SERVICES : key.serviceId;
  const ids = await listChangedEntries(ctx.db, {
    serviceId,
    source: key.source,
    since: state.since,
    afterId: state.entryId,
    limit: ENTRIES_MAX,
  });
  const last = ids.at(-1);
  if (last === undefined) return 'all';
  const entries = await readEntries(
    ctx.db,
    ids.map((entryId) => ({ serviceId, entryId })),
  );
  const outdated = await listOutdated(ctx.db, key, entries);
  const lookedFor = await lookFor(key.serviceId, entries, outdated);
  const { lists } = await screenSubjects(
    { db: ctx.db, serviceId: key.serviceId },
    { subjects: [], lists: [key.source], asOf: today(), from: 1 },
  );
  const looking = { ...round, lookedFor, lists };
  let participantId: number | undefined = state.participantId;
  while (participantId !== undefined && !ctx.signal.aborted) {
    const next: number | undefined = await screenPage(ctx, looking, participantId);
    if (next === undefined) await moveOn(ctx, key, { ...state, entryId: last, participantId: 0 });
    participantId = next;
  }
  return 'some';
}

async function moveOn(ctx: SystemCtx, key: RescreeningKey, to: Rescreening): Promise<void> {
  await moveRescreening(ctx.db, key, to);
}

type Looking = Round & { lookedFor: LookedFor; lists: ScreenedList[] };

/** Answers the last participant of the page; undefined where there is none, or another round has begun. */
async function screenPage(
  { db }: SystemCtx,
  { key, state, settings, lookedFor, lists }: Looking,
  afterId: number,
): Promise<number | undefined> {
  const { serviceId } = key;
  const { round, entryId } = state;
  const page = await listScreenableAfter(db, serviceId, { afterId, limit: PARTICIPANTS_MAX });
  const last = page.at(-1);
  if (last === undefined) return undefined;
  const alike = await compareWithEntries(page, lookedFor, { serviceId, from: settings.threshold });
  const to = { round, entryId, participantId: last.id };
  // Most often there is nothing to raise.
  if (alike.length === 0) return (await moveRescreening(db, key, to)) ? last.id : undefined;
  const isSameRound = await runInTransaction(db, async (tx) => {
    const people = alike.map(({ participant }) => participant);
    const isSame = await holdUnchanged(tx, serviceId, people);
    const found = alike.filter(({ participant }) => isSame(participant));
    await raiseMatches(tx, {
      serviceId,
      found: found.flatMap((one) => one.matches),
      keep: async (raised: readonly FoundMatch[]) =>
        await keepOfList(
          tx,
          { serviceId, trigger: 'lists', threshold: settings.threshold, asOf: today(), lists },
          { found, raised },
        ),
    });
    return await moveRescreening(tx, key, to);
  });
  return isSameRound ? last.id : undefined;
}
