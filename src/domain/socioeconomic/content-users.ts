import type { FieldContent, ReportContent } from './content.ts';
import type { ValueSource } from './value.ts';

/** Returns the ids of the users whose answers or typed values a report contains, and of the one who finalizes it. */
export function userIdsOf({ sections }: ReportContent, finalizedBy: number | undefined): number[] {
  const values = sections.flatMap(({ fields, groups }) => [
    ...fields,
    ...groups.flatMap(({ rows }) => rows.flatMap((row) => row.values)),
  ]);
  const ids = values.flatMap(sourcesOf).flatMap(userIdOf);
  const all = new Set(finalizedBy === undefined ? ids : [...ids, finalizedBy]);
  return [...all].toSorted((left, right) => left - right);
}

function sourcesOf({ source, contradictedBy }: FieldContent): ValueSource[] {
  return [source, ...contradictedBy];
}

function userIdOf(source: ValueSource): number[] {
  const isOfUser = source.kind === 'answer' || source.kind === 'typed';
  return isOfUser && source.userId !== null ? [source.userId] : [];
}
