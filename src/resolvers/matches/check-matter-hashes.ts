import type { RequestContext } from '../../context.ts';
import { listMatterHashes } from '../../db/queries/screening/findings.ts';
import type { Match } from '../../domain/matches/match.ts';
import { isNamedBy, type NewResolution } from '../../domain/matches/match-resolution.ts';
import { AppError } from '../../errors.ts';
import type { ResolutionInput } from './match-inputs.ts';

type CheckedDecision = {
  matches: readonly Match[];
  planned: readonly NewResolution[];
  /** Decisions on single matches in the input. */
  named: NonNullable<ResolutionInput['matches']>;
};

/**
 * Throws AppError `conflict` when the list entry of a match changed since the caller reviewed it (`expectedMatterHash`,
 * the hash of the facts of the entry). Matches from an outside provider have no entry here, and matches that the
 * decision does not change are not checked. The caller holds the row locks of the businesses.
 */
export async function checkMatterHashes(
  tx: RequestContext,
  { matches, planned, named }: CheckedDecision,
): Promise<void> {
  const decidedIds = new Set(planned.map((resolution) => resolution.matchId));
  const expectations = named.flatMap(({ externalId, sourceCode = null, expectedMatterHash }) =>
    matches
      .filter((match) => decidedIds.has(match.id) && isNamedBy(match, { externalId, sourceCode }))
      .flatMap(({ id }) => (expectedMatterHash ? [{ id, expectedMatterHash }] : [])),
  );
  if (expectations.length === 0) return;
  const ids = expectations.map(({ id }) => id);
  const currentHashes = await listMatterHashes(tx.db, tx.caller.serviceId, ids);
  const isOutdated = expectations.some(
    ({ id, expectedMatterHash }) =>
      (currentHashes.get(id) ?? expectedMatterHash) !== expectedMatterHash,
  );
  if (isOutdated)
    throw new AppError(
      'conflict',
      'The list entry of a match changed since it was reviewed. Review the current entry.',
    );
}
