import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../tables.ts';

/** Stands at the front of a statement, behind its `select`, whose text has many forms: it takes no name. */
export const UNNAMED: RawBuilder<unknown> = sql`/* unnamed */`;

/**
 * Marks a statement whose best plan depends on its values: it gets a custom plan when PostgreSQL has statistics of its
 * service in these tables. Not for statements that change rows: their foreign key checks would be planned again for
 * each of them.
 */
export function plannedAnew(...tables: (keyof DB)[]): RawBuilder<unknown> {
  return sql.raw(`/* planned anew: ${tables.join(', ')} */`);
}

/** Prefix of a statement: tables whose statistics it is planned with. None for a generic plan. */
export type Front = { tables: readonly string[] };

const START = /^\s*select \/\* (?:unnamed|planned anew: ([a-z_, ]+)) \*\//;

export function frontOf(statement: string): Front | undefined {
  const found = START.exec(statement);
  if (found === null) return undefined;
  const [, tables] = found;
  return { tables: tables?.split(', ') ?? [] };
}
