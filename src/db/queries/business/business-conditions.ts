import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { BusinessFilter, TextFilter } from '../../../domain/business-list.ts';

/** What the filter asks of a business `b`; nothing where it lets everything through. */
export function conditionsOf(filter: BusinessFilter): RawBuilder<SqlBool>[] {
  const { externalIdIn, updatedSince } = filter;
  return [
    ...codeConditions(filter.code ?? {}),
    ...nameConditions(filter.name ?? {}),
    ...(externalIdIn ? [sql<SqlBool>`b.external_id = any(${externalIdIn})`] : []),
    ...(updatedSince ? [sql<SqlBool>`b.updated_at >= ${updatedSince}`] : []),
    ...flagCondition('b.has_pending_matches', filter.hasPendingMatches),
    ...flagCondition('b.has_missing_documents', filter.hasMissingDocuments),
  ];
}

function codeConditions({ equals, startsWith }: TextFilter): RawBuilder<SqlBool>[] {
  if (typeof equals === 'string') return [sql`b.code = ${equals}`];
  if (typeof startsWith !== 'string') return [];
  return [sql`b.code_key >= fold_text(${startsWith}) and b.code_key < ${endOfPrefix(startsWith)}`];
}

/** The key of a business that has a name begins with 0. */
function nameConditions({ equals, startsWith }: TextFilter): RawBuilder<SqlBool>[] {
  if (typeof equals === 'string')
    return [sql`b.name_key = '0' || fold_text(${equals}) and b.name = ${equals}`];
  if (typeof startsWith !== 'string') return [];
  const start = sql`'0' || fold_text(${startsWith})`;
  return [sql`b.name_key >= ${start} and b.name_key < '0' || ${endOfPrefix(startsWith)}`];
}

/**
 * What is above every key of the prefix: the highest character, up to more characters than a key has. A range
 * needs no pattern, so nothing in the prefix has a meaning of its own.
 */
function endOfPrefix(prefix: string): RawBuilder<string> {
  return sql`rpad(fold_text(${prefix}), 201, chr(1114111))`;
}

function flagCondition(
  column: 'b.has_pending_matches' | 'b.has_missing_documents',
  wanted: boolean | null | undefined,
): RawBuilder<SqlBool>[] {
  if (typeof wanted !== 'boolean') return [];
  return [wanted ? sql`${sql.ref(column)}` : sql`not ${sql.ref(column)}`];
}
