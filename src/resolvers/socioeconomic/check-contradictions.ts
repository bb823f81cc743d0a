import type { ContradictionKind } from '../../domain/socioeconomic/contradictions/contradiction.ts';
import type { SocioeconomicReportDocument } from '../../domain/socioeconomic/report.ts';
import { AppError, type InputIssue } from '../../errors.ts';

/**
 * Throws AppError `invalid_input` with an issue for each contradiction that is not acknowledged. The issue names the
 * contradictory fields.
 */
export function checkContradictions(
  { contradictions = [] }: Pick<SocioeconomicReportDocument, 'contradictions'>,
  acknowledged: readonly ContradictionKind[],
): void {
  const unacknowledged = contradictions.filter(({ kind }) => !acknowledged.includes(kind));
  if (unacknowledged.length === 0) return;
  const issues = unacknowledged.map(({ kind, fields }): InputIssue => {
    const fieldNames = fields.map(({ section, field }) => `${section}.${field}`).join(' and ');
    const message = `Must name ${kind.toUpperCase()}, or the draft has to be corrected: ${fieldNames}`;
    return { path: ['acknowledge'], code: 'not_acknowledged', message };
  });
  throw new AppError('invalid_input', 'The input is not valid.', { issues });
}
