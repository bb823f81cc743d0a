import type { Db } from '../../db/client.ts';
import { touchBusinesses } from '../../db/queries/business/business-flags.ts';
import { lockBusinesses } from '../../db/queries/business/businesses.ts';
import { insertAuditEvents } from '../../db/queries/records/audit-events.ts';
import {
  type NewBusinessMatches,
  recordMatchesFound,
} from '../../db/queries/records/business-events.ts';
import { changeCounts } from '../../db/queries/records/service-counts.ts';
import { updatePendingFlags } from '../../db/queries/screening/matches.ts';
import {
  listKnownMatches,
  type RaisedMatch,
  saveRaisedMatches,
} from '../../db/queries/screening/raised-matches.ts';
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import { decideMatchAction, type FoundMatch } from '../../domain/screening/raise-match.ts';

type BusinessMatches = NewBusinessMatches & { screeningIds: number[]; lists: string[] };
type MatchToSave = Omit<RaisedMatch, 'screeningId'>;

export type RaiseInput = {
  serviceId: number;
  foundMatches: readonly FoundMatch[];
  /** Stores the screenings of the raised matches. Returns the screening ids by participant. */
  storeScreenings: (raised: readonly FoundMatch[]) => Promise<ReadonlyMap<number, number>>;
};

/**
 * Raises found matches, so that users decide them, except those that were decided already. A match that need not be
 * raised is updated or left as it is. Returns the number of raised matches. Runs in a transaction with a constant
 * number of statements, and is idempotent.
 */
export async function raiseMatches(
  db: Db,
  { serviceId, foundMatches, storeScreenings }: RaiseInput,
): Promise<number> {
  if (foundMatches.length === 0) return 0;
  await lockBusinesses(db, serviceId, distinct(foundMatches.map((match) => match.businessId)));
  const matchesToSave = await selectMatchesToSave(db, serviceId, foundMatches);
  if (matchesToSave.length === 0) return 0;
  const screenings = await storeScreenings(matchesToSave);
  const written = matchesToSave.map((match) => ({
    ...match,
    screeningId: screenings.get(match.participantId) ?? null,
  }));
  await saveRaisedMatches(db, serviceId, written);
  const raised = written.filter((match) => match.because !== null);
  if (raised.length > 0) await recordRaised(db, serviceId, raised);
  return raised.length;
}

async function selectMatchesToSave(
  db: Db,
  serviceId: number,
  foundMatches: readonly FoundMatch[],
): Promise<MatchToSave[]> {
  const knownMatches = await listKnownMatches(db, serviceId, foundMatches);
  return foundMatches.flatMap((match, index) => {
    const knownMatch = knownMatches.get(index);
    if (knownMatch === undefined) return [];
    const action = decideMatchAction(match.match, knownMatch);
    if (action.kind === 'leave') return [];
    // Null for a match that is only updated.
    const because = action.kind === 'raise' ? action.because : null;
    return [{ ...match, matchId: knownMatch.existing?.id ?? null, because }];
  });
}

async function recordRaised(
  db: Db,
  serviceId: number,
  raised: readonly RaisedMatch[],
): Promise<void> {
  const businesses = groupByBusiness(raised);
  const participantIds = businesses.flatMap((business) => business.participantIds);
  const pendingParticipants = await updatePendingFlags(db, serviceId, participantIds);
  const businessIds = businesses.map((business) => business.businessId);
  await touchBusinesses(db, serviceId, businessIds);
  await recordMatchesFound(db, serviceId, businesses);
  const pendingMatches = raised.length;
  await changeCounts(db, serviceId, { ...ZERO_DELTA, pendingParticipants, pendingMatches });
  const systemActor = { userId: null, apiKeyId: null, requestId: null };
  await insertAuditEvents(db, { serviceId, action: 'matches_raised', ...systemActor }, businesses);
}

/** Returns the events for each business, with ids and codes of lists only. Names and matches are in the screenings. */
function groupByBusiness(raised: readonly RaisedMatch[]): BusinessMatches[] {
  const byBusiness = Map.groupBy(raised, (match) => match.businessId);
  return [...byBusiness].map(([businessId, matches]) => ({
    businessId,
    participantIds: distinct(matches.map((match) => match.participantId)),
    screeningIds: distinct(matches.flatMap((match) => match.screeningId ?? [])),
    lists: distinct(matches.map((match) => match.match.entry.source)),
    matchesCount: matches.length,
  }));
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
