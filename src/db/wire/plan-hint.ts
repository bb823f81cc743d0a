import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../tables.ts';

/** Hint after the `select` of a statement whose text varies: it is not prepared under a name. */
export const UNNAMED_HINT: RawBuilder<unknown> = sql`/* unnamed */`;

/**
 * Hint for a statement whose best plan depends on its values: it gets a custom plan once PostgreSQL has statistics of
 * the service's rows in these tables. Without statistics PostgreSQL expects no rows of the service, and a custom plan
 * might scan all of them for each row. The hint must not be used in statements that change rows: the checks of their
 * foreign keys would be planned again for each row.
 */
export function customPlanHint(...tables: (keyof DB)[]): RawBuilder<unknown> {
  return sql.raw(`/* custom plan: ${tables.join(', ')} */`);
}

/** Hint of a statement: tables whose statistics decide on a custom plan; empty for a statement that is only unnamed. */
export type PlanHint = { tables: readonly string[] };

const HINT = /^\s*select \/\* (?:unnamed|custom plan: ([a-z_, ]+)) \*\//;

/** Returns the hint of a statement, or undefined when it has none. */
export function readPlanHint(statement: string): PlanHint | undefined {
  const match = HINT.exec(statement);
  if (match === null) return undefined;
  const [, tables] = match;
  return { tables: tables?.split(', ') ?? [] };
}
