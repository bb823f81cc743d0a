import { type RawBuilder, sql } from 'kysely';

/**
 * Stands at the front of a statement, behind its `select` or `with`, whose best plan depends on its values, or whose text has many forms: it
 * is planned each time, and takes no name.
 */
export const PLANNED_ANEW: RawBuilder<unknown> = sql`/* planned anew */`;
/** As above for a statement with many forms whose best plan depends on no value of it. */
export const UNNAMED: RawBuilder<unknown> = sql`/* unnamed */`;

const START = /^\s*(?:select|with) \/\* (planned anew|unnamed) \*\//;

/** Which of the two a statement begins with. */
export function frontOf(statement: string): 'planned anew' | 'unnamed' | undefined {
  const [, front] = START.exec(statement) ?? [];
  return front === 'planned anew' || front === 'unnamed' ? front : undefined;
}
