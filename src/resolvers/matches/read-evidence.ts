import type { RequestContext } from '../../context.ts';
import { listEvidence } from '../../db/queries/screening/evidence.ts';
import { isContradicted, type MatchEvidence } from '../../domain/matches/evidence.ts';
import type { Match } from '../../domain/matches/match.ts';
import { isNamedBy, type NewResolution } from '../../domain/matches/match-resolution.ts';
import { type InputIssue, invalidInput } from '../../errors.ts';
import { isNoteTooShort, NOTE_LENGTH_MIN, type ResolutionInput } from './match-inputs.ts';

type PlannedDecisions = { planned: readonly NewResolution[]; input: ResolutionInput | null };

/**
 * Reads the evidence for the matches to decide, by match. Throws AppError `invalid_input` with issues
 * `contradicted_by_evidence` for reasons that the evidence contradicts, unless a note explains them.
 */
export async function readEvidence(
  tx: RequestContext,
  matches: readonly Match[],
  { planned, input }: PlannedDecisions,
): Promise<ReadonlyMap<number, MatchEvidence>> {
  if (planned.length === 0) return new Map();
  const ids = planned.map(({ matchId }) => matchId);
  const evidence = await listEvidence(tx.db, tx.caller.serviceId, ids);
  const contradicted = planned.filter(({ matchId, decision, reason, note }) => {
    const facts = evidence.get(matchId);
    if (decision === 'skipped' || facts === undefined) return false;
    return isContradicted(reason, facts) && isNoteTooShort(note);
  });
  if (contradicted.length === 0) return evidence;
  const byId = new Map(matches.map((match) => [match.id, match]));
  const paths = contradicted.map(({ matchId }) => findNotePath(input, byId.get(matchId)));
  const issues = [...new Map(paths.map((path) => [path.join(), path])).values()].map(toIssue);
  throw invalidInput(issues);
}

/**
 * Returns the path of the note for a match: that of the last decision that names the match, otherwise the common note.
 */
function findNotePath(input: ResolutionInput | null, match: Match | undefined): string[] {
  const index = (input?.matches ?? []).findLastIndex(
    ({ externalId, sourceCode = null }) =>
      match !== undefined && isNamedBy(match, { externalId, sourceCode }),
  );
  return index === -1 ? ['note'] : ['matches', String(index), 'note'];
}

function toIssue(path: string[]): InputIssue {
  const message = `The compared data contradicts the reason. Must have at least ${NOTE_LENGTH_MIN} characters that explain it`;
  return { path, code: 'contradicted_by_evidence', message };
}
