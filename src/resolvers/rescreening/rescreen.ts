import type { SystemContext } from '../../context.ts';
import { readEntryTexts } from '../../db/queries/lists/entries.ts';
import { listOutdatedMatches } from '../../db/queries/screening/raised-matches.ts';
import {
  endRescreening,
  findRescreening,
  listChangedEntries,
  queueRescreenJob,
  type Rescreening,
  type RescreeningKey,
  saveRescreeningProgress,
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
import { addTenure, DEFAULT_LOOK_BACK, type TenureContext } from '../../domain/screening/tenure.ts';
import { today } from '../../runtime/calendar.ts';
import { screenSubjects } from '../screening/screen-subjects.ts';
import type { ParticipantMatches } from './compare-with-entries.ts';
import { lockUnchanged } from './lock-unchanged.ts';
import { type Comparison, openComparison } from './open-comparison.ts';
import { raiseMatches } from './raise-matches.ts';
import { storeListScreenings } from './store-screenings.ts';

/** Maximum number of entries in memory at the same time. */
const ENTRIES_MAX = 5000;
/** Maximum number of participants in a page. */
const PARTICIPANTS_MAX = 500;

/**
 * Compares all participants of a service with the changes of a list, in batches. The progress of each batch is stored,
 * so that a retry resumes there.
 */
export async function rescreen(ctx: SystemContext, source: string): Promise<void> {
  const key = { serviceId: ctx.serviceId, source };
  for (;;) {
    const state = await findRescreening(ctx.db, key);
    if (state === undefined) return;
    const settings = await findScreeningSettings(ctx.db, ctx.serviceId);
    const isEnabled = settings.isOn && includesFamily(settings, getListFamily(source));
    const progress = isEnabled ? await compareNextEntries(ctx, { key, state, settings }) : 'all';
    if (progress === 'all' && (await endRescreening(ctx.db, key, state.round))) return;
    if (!ctx.signal.aborted) continue;
    await queueRescreenJob(ctx.db, key);
    return;
  }
}

type Round = { key: RescreeningKey; state: Rescreening; settings: ScreeningSettings };

/** Compares the next changed entries with all remaining participants; returns `all` when no entry is left. */
async function compareNextEntries(ctx: SystemContext, round: Round): Promise<'all' | 'some'> {
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
  const outdated = await listOutdatedMatches(ctx.db, key, changed);
  // Without subjects, only the state of the list is read.
  const { lists } = await screenSubjects(
    { db: ctx.db, serviceId: key.serviceId },
    { subjects: [], lists: [key.source], asOf: today(), minScore: 1 },
  );
  const page = await readPage(ctx, key, state.participantId);
  const entriesToCompare = { serviceId: key.serviceId, entries, outdated };
  const isFullPage = page.length === PARTICIPANTS_MAX;
  const comparison = await openComparison(entriesToCompare, isFullPage);
  try {
    const hasComparedAll = await compareParticipants(ctx, { ...round, comparison, lists }, page);
    if (hasComparedAll)
      await saveRescreeningProgress(ctx.db, key, { ...state, entryId: last.id, participantId: 0 });
  } finally {
    await comparison.close();
  }
  return 'some';
}

type ComparisonRound = Round & { comparison: Comparison; lists: ListSummary[] };

/**
 * Compares participants, starting with `firstPage`. Returns true when all were compared, false when the worker
 * stops or another round has started. The next page is read while a page is compared, and compared while the matches of
 * that page are raised.
 */
async function compareParticipants(
  ctx: SystemContext,
  comparisonRound: ComparisonRound,
  firstPage: readonly ScreenableParticipant[],
): Promise<boolean> {
  let last = firstPage.at(-1);
  let pendingResults = startComparison(comparisonRound, firstPage);
  try {
    while (last !== undefined) {
      if (ctx.signal.aborted) return false;
      const [results, next] = await Promise.all([
        pendingResults,
        readPage(ctx, comparisonRound.key, last.id),
      ]);
      pendingResults = startComparison(comparisonRound, next);
      if (!(await raisePage(ctx, comparisonRound, { results, lastId: last.id }))) return false;
      last = next.at(-1);
    }
    return true;
  } finally {
    // No comparison may continue after the function returns.
    await Promise.allSettled([pendingResults]);
  }
}

function startComparison(
  { comparison, settings }: ComparisonRound,
  page: readonly ScreenableParticipant[],
): Promise<ParticipantMatches[]> {
  const pendingResults = comparison.compare(page, settings.threshold);
  // The caller awaits it later; without a handler, a rejection before that would end the process.
  pendingResults.catch(() => undefined);
  return pendingResults;
}

async function readPage(
  { db }: SystemContext,
  { serviceId }: RescreeningKey,
  afterId: number,
): Promise<ScreenableParticipant[]> {
  return await listScreenableAfter(db, serviceId, { afterId, limit: PARTICIPANTS_MAX });
}

type ComparedPage = { results: readonly ParticipantMatches[]; lastId: number };

/** Raises the matches of a page and stores the progress; returns false when another round has started. */
async function raisePage(
  { db, lookBack = DEFAULT_LOOK_BACK }: SystemContext,
  { key, state, settings, lists }: ComparisonRound,
  { results, lastId }: ComparedPage,
): Promise<boolean> {
  const { serviceId } = key;
  const progress = { round: state.round, entryId: state.entryId, participantId: lastId };
  if (results.length === 0) return await saveRescreeningProgress(db, key, progress);
  return await runInTransaction(db, async (tx) => {
    const participants = results.map(({ participant }) => participant);
    const isUnchanged = await lockUnchanged(tx, serviceId, participants);
    const asOf = today();
    const unchanged = results
      .filter(({ participant }) => isUnchanged(participant))
      .map((result) => addTenureToMatches(result, { day: asOf, lookBack }));
    await raiseMatches(tx, {
      serviceId,
      foundMatches: unchanged.flatMap((result) => result.matches),
      storeScreenings: async (raised: readonly FoundMatch[]) =>
        await storeListScreenings(
          tx,
          { serviceId, trigger: 'lists', threshold: settings.threshold, asOf, lists },
          { results: unchanged, raised },
        ),
    });
    return await saveRescreeningProgress(tx, key, progress);
  });
}

/** Adds the tenure of offices on a day to the matches of a participant. */
function addTenureToMatches(
  result: ParticipantMatches,
  tenureDate: TenureContext,
): ParticipantMatches {
  const matches = result.matches.map((match): FoundMatch => {
    const entry = addTenure(match.match.entry, tenureDate);
    return { ...match, match: { ...match.match, entry } };
  });
  return { ...result, matches };
}
