import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { getListFamily } from '../../domain/lists/list-source.ts';
import type { Match } from '../../domain/matches/match.ts';
import { groupPeople } from '../../domain/screening/person-groups.ts';
import type { MatchedEntry } from '../../domain/screening/screening.ts';
import { runStepsInSlices } from '../../scheduling/map-in-slices.ts';

/** By place, which of the entries may be one person; others have their turn meanwhile. */
export async function personGroupsOf(
  { caller }: RequestContext,
  found: readonly { entry: MatchedEntry }[],
): Promise<(number | null)[]> {
  const entries = found.map(({ entry }) => entry);
  return await runStepsInSlices(caller.serviceId, groupPeople(entries));
}

/** So many matches of a participant with lists of people in office are looked at. */
const MATCHES_MAX = 50;

/** By the matches of a participant as the request has read them, and gone with these. */
const groupsOf = new WeakMap<readonly Match[], Promise<ReadonlyMap<number, number>>>();

/** Which number a match has in common with others of its participant that may be the same person; null where there is none. */
export async function findPersonGroup(ctx: RequestContext, match: Match): Promise<number | null> {
  requireScope(ctx.caller, 'screening:read');
  if (!isOfOffice(match)) return null;
  const matches = await ctx.loaders.matches.load(match.participantId);
  const known = groupsOf.get(matches) ?? groupMatches(ctx, matches);
  groupsOf.set(matches, known);
  return (await known).get(match.id) ?? null;
}

async function groupMatches(
  ctx: RequestContext,
  matches: readonly Match[],
): Promise<ReadonlyMap<number, number>> {
  const some = matches.filter(isOfOffice).slice(0, MATCHES_MAX);
  if (some.length < 2) return new Map();
  const findings = await Promise.all(some.map(({ id }) => ctx.loaders.findings.load(id)));
  const found = some.flatMap(({ id }, at) => {
    const entry = findings[at]?.entry;
    return entry === undefined ? [] : [{ id, entry }];
  });
  const groups = await personGroupsOf(ctx, found);
  return new Map(
    found.flatMap(({ id }, at): [number, number][] => {
      const group = groups[at] ?? null;
      return group === null ? [] : [[id, group]];
    }),
  );
}

function isOfOffice({ sourceCode }: Match): boolean {
  return getListFamily(sourceCode) === 'pep';
}
