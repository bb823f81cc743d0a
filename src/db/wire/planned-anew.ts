import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../tables.ts';

/**
 * Stands at the front of a statement, behind its `select` or `with`, whose best plan depends on its values, or whose text has many forms: it
 * is planned each time, and takes no name.
 */
export const PLANNED_ANEW: RawBuilder<unknown> = sql`/* planned anew */`;
/** As above for a statement with many forms whose best plan depends on no value of it. */
export const UNNAMED: RawBuilder<unknown> = sql`/* unnamed */`;

/**
 * The same, planned for its values where PostgreSQL knows of the rows that its service has in these tables: by a plan for one that is
 * believed to have none it would walk through all that the service has, for each row.
 */
export function plannedAnew(...tables: (keyof DB)[]): RawBuilder<unknown> {
  return sql.raw(`/* planned anew: ${tables.join(', ')} */`);
}

/** What a statement begins with; `tables` are those by whose rows it is planned, none where it is in any case. */
export type Front = { isPlannedAnew: boolean; tables: readonly string[] };

const START = /^\s*(?:select|with) \/\* (?:unnamed|(planned anew)(?:: ([a-z_, ]+))?) \*\//;

export function frontOf(statement: string): Front | undefined {
  const found = START.exec(statement);
  if (found === null) return undefined;
  const [, anew, tables] = found;
  return { isPlannedAnew: anew !== undefined, tables: tables?.split(', ') ?? [] };
}
