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
import { NO_CHANGE } from '../../domain/business/service-counts.ts';
import { type FoundMatch, judgeFound } from '../../domain/screening/raise-match.ts';

type OfBusiness = NewBusinessMatches & { screeningIds: number[]; lists: string[] };
type Judged = Omit<RaisedMatch, 'screeningId'>;

export type Raise = {
  serviceId: number;
  found: readonly FoundMatch[];
  /** Keeps the screenings that found the matches which are raised; answers their ids by participant. */
  keep: (raised: readonly FoundMatch[]) => Promise<ReadonlyMap<number, number>>;
};

/**
 * Has matches that were found wait for a decision, except those that were decided about already; answers how many it
 * raised. In a transaction; a constant number of statements. Twice the same is once.
 */
export async function raiseMatches(db: Db, { serviceId, found, keep }: Raise): Promise<number> {
  if (found.length === 0) return 0;
  await lockBusinesses(db, serviceId, distinct(found.map((one) => one.businessId)));
  const judged = await judgeAll(db, serviceId, found);
  if (judged.length === 0) return 0;
  const screenings = await keep(judged);
  const written = judged.map((one) => ({
    ...one,
    screeningId: screenings.get(one.participantId) ?? null,
  }));
  await saveRaisedMatches(db, serviceId, written);
  const raised = written.filter((one) => one.because !== null);
  if (raised.length > 0) await tell(db, serviceId, raised);
  return raised.length;
}

async function judgeAll(
  db: Db,
  serviceId: number,
  found: readonly FoundMatch[],
): Promise<Judged[]> {
  const standings = await listKnownMatches(db, serviceId, found);
  return found.flatMap((one, place) => {
    const standing = standings.get(place);
    if (standing === undefined) return [];
    const raising = judgeFound(one.match, standing);
    if (raising.kind === 'leave') return [];
    const because = raising.kind === 'raise' ? raising.because : null;
    return [{ ...one, matchId: standing.known?.id ?? null, because }];
  });
}

async function tell(db: Db, serviceId: number, raised: readonly RaisedMatch[]): Promise<void> {
  const found = ofBusinesses(raised);
  const participantIds = found.flatMap((one) => one.participantIds);
  const pendingParticipants = await updatePendingFlags(db, serviceId, participantIds);
  const businessIds = found.map((one) => one.businessId);
  await touchBusinesses(db, serviceId, businessIds);
  await recordMatchesFound(db, serviceId, found);
  const pendingMatches = raised.length;
  await changeCounts(db, serviceId, { ...NO_CHANGE, pendingParticipants, pendingMatches });
  const nobody = { userId: null, apiKeyId: null, requestId: null };
  await insertAuditEvents(db, { serviceId, action: 'matches_raised', ...nobody }, found);
}

/** Returns the events for each business, with ids and codes of lists only. Names and matches are in the screenings. */
function ofBusinesses(raised: readonly RaisedMatch[]): OfBusiness[] {
  const byBusiness = Map.groupBy(raised, (one) => one.businessId);
  return [...byBusiness].map(([businessId, matches]) => ({
    businessId,
    participantIds: distinct(matches.map((one) => one.participantId)),
    screeningIds: distinct(matches.flatMap((one) => one.screeningId ?? [])),
    lists: distinct(matches.map((one) => one.match.entry.source)),
    matchesCount: matches.length,
  }));
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
