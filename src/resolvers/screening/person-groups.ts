import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { getListFamily } from '../../domain/lists/list-source.ts';
import type { Match } from '../../domain/matches/match.ts';
import { groupPeople } from '../../domain/screening/person-groups.ts';
import type { MatchedEntry } from '../../domain/screening/screening.ts';
import { runStepsInSlices } from '../../scheduling/map-in-slices.ts';

/**
 * Groups the entries of matches that may be the same person. Returns the group number for each match, in order; null
 * for an entry without a group. Yields to the event loop in between.
 */
export async function groupEntriesByPerson(
  { caller }: RequestContext,
  matches: readonly { entry: MatchedEntry }[],
): Promise<(number | null)[]> {
  const entries = matches.map(({ entry }) => entry);
  return await runStepsInSlices(caller.serviceId, groupPeople(entries));
}

/** Maximum number of matches of a participant with PEP lists that are grouped. */
const MATCHES_MAX = 50;

/** Groups of each array of matches that the request has loaded. They are garbage-collected with the array. */
const groupsByMatches = new WeakMap<readonly Match[], Promise<ReadonlyMap<number, number>>>();

/**
 * Returns the group number that a match shares with other matches of its participant that may be the same person; null
 * when there is no other, and for a match beyond the first MATCHES_MAX.
 */
export async function findPersonGroup(ctx: RequestContext, match: Match): Promise<number | null> {
  requireScope(ctx.caller, 'screening:read');
  if (!isOnPepList(match)) return null;
  const matches = await ctx.loaders.matches.load(match.participantId);
  const groups = groupsByMatches.get(matches) ?? groupMatches(ctx, matches);
  groupsByMatches.set(matches, groups);
  return (await groups).get(match.id) ?? null;
}

async function groupMatches(
  ctx: RequestContext,
  matches: readonly Match[],
): Promise<ReadonlyMap<number, number>> {
  const pepMatches = matches.filter(isOnPepList).slice(0, MATCHES_MAX);
  if (pepMatches.length < 2) return new Map();
  const findings = await Promise.all(pepMatches.map(({ id }) => ctx.loaders.findings.load(id)));
  const entries = pepMatches.flatMap(({ id }, index) => {
    const entry = findings[index]?.entry;
    return entry === undefined ? [] : [{ id, entry }];
  });
  const groups = await groupEntriesByPerson(ctx, entries);
  return new Map(
    entries.flatMap(({ id }, index): [number, number][] => {
      const group = groups[index] ?? null;
      return group === null ? [] : [[id, group]];
    }),
  );
}

function isOnPepList({ sourceCode }: Match): boolean {
  return getListFamily(sourceCode) === 'pep';
}
