import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../tables.ts';

/** Stands at the front of a statement, behind its `select`, whose text has many forms: it takes no name. */
export const UNNAMED_HINT: RawBuilder<unknown> = sql`/* unnamed */`;

/**
 * The same for one whose best plan depends on its values: it is planned for them where PostgreSQL knows of the rows that its service
 * has in these tables. By a plan for one that is believed to have none it would walk through all that the service has, for each row.
 * None that changes rows: the checks of foreign keys would be planned anew for each of them.
 */
export function customPlanHint(...tables: (keyof DB)[]): RawBuilder<unknown> {
  return sql.raw(`/* planned anew: ${tables.join(', ')} */`);
}

/** What a statement begins with: the tables by whose rows it is planned; none where it is planned for whatever values. */
export type PlanHint = { tables: readonly string[] };

const START = /^\s*select \/\* (?:unnamed|planned anew: ([a-z_, ]+)) \*\//;

export function readPlanHint(statement: string): PlanHint | undefined {
  const found = START.exec(statement);
  if (found === null) return undefined;
  const [, tables] = found;
  return { tables: tables?.split(', ') ?? [] };
}
