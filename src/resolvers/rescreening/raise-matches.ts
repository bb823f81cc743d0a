import type { Db } from '../../db/client.ts';
import { touchBusinesses } from '../../db/queries/business/business-flags.ts';
import { lockBusinesses } from '../../db/queries/business/businesses.ts';
import { insertAuditEvents } from '../../db/queries/records/audit-events.ts';
import {
  type FoundOfBusiness,
  recordMatchesFound,
} from '../../db/queries/records/business-events.ts';
import { changeCounts } from '../../db/queries/records/service-counts.ts';
import { settlePending } from '../../db/queries/screening/matches.ts';
import {
  listStandings,
  type RaisedMatch,
  writeRaised,
} from '../../db/queries/screening/raising.ts';
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import { decideMatchAction, type FoundMatch } from '../../domain/screening/raise-match.ts';

type OfBusiness = FoundOfBusiness & { screeningIds: number[]; lists: string[] };
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
  await writeRaised(db, serviceId, written);
  const raised = written.filter((one) => one.because !== null);
  if (raised.length > 0) await tell(db, serviceId, raised);
  return raised.length;
}

async function judgeAll(
  db: Db,
  serviceId: number,
  found: readonly FoundMatch[],
): Promise<Judged[]> {
  const standings = await listStandings(db, serviceId, found);
  return found.flatMap((one, place) => {
    const standing = standings.get(place);
    if (standing === undefined) return [];
    const raising = decideMatchAction(one.match, standing);
    if (raising.kind === 'leave') return [];
    const because = raising.kind === 'raise' ? raising.because : null;
    return [{ ...one, matchId: standing.existing?.id ?? null, because }];
  });
}

async function tell(db: Db, serviceId: number, raised: readonly RaisedMatch[]): Promise<void> {
  const found = ofBusinesses(raised);
  const participantIds = found.flatMap((one) => one.participantIds);
  const pendingParticipants = await settlePending(db, serviceId, participantIds);
  const businessIds = found.map((one) => one.businessId);
  await touchBusinesses(db, serviceId, businessIds);
  await recordMatchesFound(db, serviceId, found);
  const pendingMatches = raised.length;
  await changeCounts(db, serviceId, { ...ZERO_DELTA, pendingParticipants, pendingMatches });
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
