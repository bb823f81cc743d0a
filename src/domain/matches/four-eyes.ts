import type { Match } from './match.ts';
import type { NewResolution } from './match-resolution.ts';

/** A decision, and whether it is the first of two that a true match needs. */
export type WeighedResolution = NewResolution & { awaitsSecond: boolean };

/** Where one user is enough. */
export function weighAlone(resolutions: readonly NewResolution[]): WeighedResolution[] {
  return resolutions.map((one) => ({ ...one, awaitsSecond: false }));
}

/** True for a decision that two users have to make: that a match is a true one, and to take that back. */
export function needsTwo({ decision, matchId }: NewResolution, known: readonly Match[]): boolean {
  if (decision === 'true_match') return true;
  const match = known.find(({ id }) => id === matchId);
  return decision === 'false_positive' && match?.state === 'true_match';
}

/**
 * Where two users have to say that a match is a true one, and to take that back: the first decision leaves the match as it was,
 * or pending, and what would have been passed over with it. Undefined where a user is to be the second and was the first.
 */
export function weighTogether(
  resolutions: readonly NewResolution[],
  known: readonly Match[],
  userId: number,
): WeighedResolution[] | undefined {
  const byId = new Map(known.map((match) => [match.id, match]));
  const firstOf = ({ matchId }: NewResolution) => byId.get(matchId)?.firstUserId ?? null;
  const shared = new Set(resolutions.filter((one) => needsTwo(one, known)));
  if ([...shared].some((one) => firstOf(one) === userId)) return undefined;
  const trueOnes = resolutions.filter((one) => one.decision === 'true_match');
  const listOf = ({ matchId, participantId }: NewResolution) =>
    JSON.stringify([participantId, byId.get(matchId)?.sourceCode]);
  const settled = new Set(trueOnes.filter((one) => firstOf(one) !== null).map(listOf));
  return resolutions.flatMap((one) => {
    if (one.decision === 'skipped' && !settled.has(listOf(one))) return [];
    const awaitsSecond = shared.has(one) && firstOf(one) === null;
    return [{ ...one, awaitsSecond }];
  });
}
