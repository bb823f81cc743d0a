import type {
  ContradictingField,
  ContradictionKind,
} from '../../domain/socioeconomic/contradictions/contradiction.ts';
import type { SocioeconomicReportDocument } from '../../domain/socioeconomic/report.ts';
import { type InputIssue, invalidInput } from '../../errors.ts';

/**
 * Throws AppError `invalid_input` with an issue for each kind of contradiction that is not acknowledged. The issue
 * names the contradictory fields.
 */
export function checkContradictions(
  { contradictions = [] }: Pick<SocioeconomicReportDocument, 'contradictions'>,
  acknowledged: readonly ContradictionKind[],
): void {
  const unacknowledged = contradictions.filter(({ kind }) => !acknowledged.includes(kind));
  if (unacknowledged.length === 0) return;
  const byKind = Map.groupBy(unacknowledged, ({ kind }) => kind);
  const issues = [...byKind].map(([kind, contradictionsOfKind]): InputIssue => {
    const fields = contradictionsOfKind.map((contradiction) =>
      contradiction.fields.map(toPath).join(' and '),
    );
    const message = `Must name ${kind.toUpperCase()}, or correct the draft: ${fields.join(', ')}`;
    return { path: ['acknowledge'], code: 'not_acknowledged', message };
  });
  throw invalidInput(issues);
}

function toPath({ section, group, row, field }: ContradictingField): string {
  return [section, group, row, field]
    .filter((part) => part !== undefined && part !== null)
    .join('.');
}
