import type { FieldContent, ReportContent } from './content.ts';
import type { ValueSource } from './value.ts';

/** Returns the ids of the users whose answers or typed values a report contains, and of the user who finalizes it. */
export function listContentUserIds(
  { sections }: ReportContent,
  finalizedBy: number | undefined,
): number[] {
  const values = sections.flatMap(({ fields, groups }) => [
    ...fields,
    ...groups.flatMap(({ rows }) => rows.flatMap((row) => row.values)),
  ]);
  const ids = values.flatMap(listSources).flatMap(listUserIds);
  const distinctIds = new Set(finalizedBy === undefined ? ids : [...ids, finalizedBy]);
  return [...distinctIds].toSorted((left, right) => left - right);
}

function listSources({ source, contradictedBy }: FieldContent): ValueSource[] {
  return [source, ...contradictedBy];
}

function listUserIds(source: ValueSource): number[] {
  const hasUser = source.kind === 'answer' || source.kind === 'typed';
  return hasUser && source.userId !== null ? [source.userId] : [];
}
