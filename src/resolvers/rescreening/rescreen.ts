import type { SystemContext } from '../../context.ts';
import { readEntryTexts } from '../../db/queries/lists/entries.ts';
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
import {
  listScreenableAfter,
  type ScreenableParticipant,
} from '../../db/queries/screening/screenable.ts';
import { findScreeningSettings } from '../../db/queries/screening/settings.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { ALL_SERVICES, getListFamily, isSharedList } from '../../domain/lists/list-source.ts';
import type { ListSummary } from '../../domain/lists/list-summary.ts';
import type { FoundMatch } from '../../domain/screening/raise-match.ts';
import {
  includesFamily,
  type ScreeningSettings,
} from '../../domain/screening/screening-settings.ts';
import { addTenure, DEFAULT_LOOK_BACK, type TenureOn } from '../../domain/screening/tenure.ts';
import { today } from '../../runtime/calendar.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import type { FoundOf } from './compare-with-entries.ts';
import { holdUnchanged } from './hold-unchanged.ts';
import { keepOfList } from './keep-screenings.ts';
import { type Comparing, openComparing } from './open-comparing.ts';
import { raiseMatches } from './raise-matches.ts';

/** Number of entries and of participants in memory at the same time. */
const ENTRIES_MAX = 5000;
const PARTICIPANTS_MAX = 500;

/**
 * Compares all participants of a service with the changes of a list, in small batches. Completed batches are kept, so
 * that a retry resumes there.
 */
export async function rescreen(ctx: SystemContext, source: string): Promise<void> {
  const key = { serviceId: ctx.serviceId, source };
  for (;;) {
    const state = await findRescreening(ctx.db, key);
    if (state === undefined) return;
    const settings = await findScreeningSettings(ctx.db, ctx.serviceId);
    const isWanted = settings.isOn && includesFamily(settings, getListFamily(source));
    const done = isWanted ? await screenNext(ctx, { key, state, settings }) : 'all';
    if (done === 'all' && (await endRescreening(ctx.db, key, state.round))) return;
    if (!ctx.signal.aborted) continue;
    await queueRescreenAgain(ctx.db, key);
    return;
  }
}

type Round = { key: RescreeningKey; state: Rescreening; settings: ScreeningSettings };

/** The next entries with all participants that they were not compared with; `all` where there is no entry left. */
async function screenNext(ctx: SystemContext, round: Round): Promise<'all' | 'some'> {
  const { key, state } = round;
  const serviceId = isSharedList(key.source) ? ALL_SERVICES : key.serviceId;
  const changed = await listChangedEntries(ctx.db, {
    serviceId,
    source: key.source,
    since: state.since,
    afterId: state.entryId,
    limit: ENTRIES_MAX,
  });
  const last = changed.at(-1);
  if (last === undefined) return 'all';
  const entries = await readEntryTexts(
    ctx.db,
    changed.map(({ id: entryId }) => ({ serviceId, entryId })),
  );
  const outdated = await listOutdated(ctx.db, key, changed);
  const { lists } = await screenSubjects(
    { db: ctx.db, serviceId: key.serviceId },
    { subjects: [], lists: [key.source], asOf: today(), from: 1 },
  );
  const page = await readPage(ctx, key, state.participantId);
  const sought = { serviceId: key.serviceId, entries, outdated };
  const comparing = await openComparing(sought, page.length === PARTICIPANTS_MAX);
  try {
    const isDone = await compareAll(ctx, { ...round, comparing, lists }, page);
    if (isDone)
      await moveRescreening(ctx.db, key, { ...state, entryId: last.id, participantId: 0 });
  } finally {
    await comparing.close();
  }
  return 'some';
}

type Looking = Round & { comparing: Comparing; lists: ListSummary[] };

/**
 * From this page on; whether all were compared, and no other round has begun. The next are read while these are compared, and
 * compared while what was found of these is raised.
 */
async function compareAll(
  ctx: SystemContext,
  looking: Looking,
  first: readonly ScreenableParticipant[],
): Promise<boolean> {
  let last = first.at(-1);
  let compared = begin(looking, first);
  try {
    while (last !== undefined) {
      if (ctx.signal.aborted) return false;
      const [alike, next] = await Promise.all([compared, readPage(ctx, looking.key, last.id)]);
      compared = begin(looking, next);
      if (!(await raise(ctx, looking, { alike, lastId: last.id }))) return false;
      last = next.at(-1);
    }
    return true;
  } finally {
    // Nothing goes on once it is over.
    await Promise.allSettled([compared]);
  }
}

function begin(
  { comparing, settings }: Looking,
  page: readonly ScreenableParticipant[],
): Promise<FoundOf[]> {
  const compared = comparing.compare(page, settings.threshold);
  // The awaiting caller handles the rejection, and not the process.
  compared.catch(() => undefined);
  return compared;
}

async function readPage(
  { db }: SystemContext,
  { serviceId }: RescreeningKey,
  afterId: number,
): Promise<ScreenableParticipant[]> {
  return await listScreenableAfter(db, serviceId, { afterId, limit: PARTICIPANTS_MAX });
}

type Page = { alike: readonly FoundOf[]; lastId: number };

/** Raises what was found of a page, and notes that it is done; false where another round has begun. */
async function raise(
  { db, lookBack = DEFAULT_LOOK_BACK }: SystemContext,
  { key, state, settings, lists }: Looking,
  { alike, lastId }: Page,
): Promise<boolean> {
  const { serviceId } = key;
  const to = { round: state.round, entryId: state.entryId, participantId: lastId };
  // Most often there is nothing to raise.
  if (alike.length === 0) return await moveRescreening(db, key, to);
  return await runInTransaction(db, async (tx) => {
    const people = alike.map(({ participant }) => participant);
    const isSame = await holdUnchanged(tx, serviceId, people);
    const asOf = today();
    const found = alike
      .filter(({ participant }) => isSame(participant))
      .map((one) => tellTenure(one, { day: asOf, lookBack }));
    await raiseMatches(tx, {
      serviceId,
      found: found.flatMap((one) => one.matches),
      keep: async (raised: readonly FoundMatch[]) =>
        await keepOfList(
          tx,
          { serviceId, trigger: 'lists', threshold: settings.threshold, asOf, lists },
          { found, raised },
        ),
    });
    return await moveRescreening(tx, key, to);
  });
}

/** Adds the tenure of offices on the day to a result. */
function tellTenure(found: FoundOf, on: TenureOn): FoundOf {
  const matches = found.matches.map((one): FoundMatch => {
    const entry = addTenure(one.match.entry, on);
    return { ...one, match: { ...one.match, entry } };
  });
  return { ...found, matches };
}
