import type { RequestContext } from '../../context.ts';
import { listMatters } from '../../db/queries/screening/findings.ts';
import type { Match } from '../../domain/matches/match.ts';
import { isNamedBy, type NewResolution } from '../../domain/matches/match-resolution.ts';
import { AppError } from '../../errors.ts';
import type { ResolutionInput } from './match-inputs.ts';

type Decided = {
  known: readonly Match[];
  planned: readonly NewResolution[];
  named: NonNullable<ResolutionInput['matches']>;
};

/**
 * Throws AppError `conflict` where a decision is about an entry that says another thing by now than what was looked at.
 * What a provider sent has no entry here, and what is decided so already is left alone. The caller holds the businesses.
 */
export async function checkSeen(
  tx: RequestContext,
  { known, planned, named }: Decided,
): Promise<void> {
  const deciding = new Set(planned.map((one) => one.matchId));
  const seen = named.flatMap(({ externalId, sourceCode = null, expectedMatterHash }) =>
    known
      .filter((match) => deciding.has(match.id) && isNamedBy(match, { externalId, sourceCode }))
      .flatMap(({ id }) => (expectedMatterHash ? [{ id, expectedMatterHash }] : [])),
  );
  if (seen.length === 0) return;
  const ids = seen.map(({ id }) => id);
  const matters = await listMatters(tx.db, tx.caller.serviceId, ids);
  const isOutdated = seen.some(
    ({ id, expectedMatterHash }) => (matters.get(id) ?? expectedMatterHash) !== expectedMatterHash,
  );
  if (isOutdated)
    throw new AppError(
      'conflict',
      'The list entry of a match changed since it was reviewed. Review the current entry.',
    );
}
