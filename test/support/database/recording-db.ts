import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../../../src/db/client.ts';
import type { DB } from '../../../src/db/tables.ts';
import { PipelinedDialect } from '../../../src/db/wire/pipelined-dialect.ts';

/** Creates a database handle on the same pool that records the text of every statement, also of failed ones. */
export function createRecordingDb(pool: Pool): { db: Db; statements: string[] } {
  const statements: string[] = [];
  const db = new Kysely<DB>({
    dialect: new PipelinedDialect({ pool }),
    log: (event) => {
      statements.push(event.query.sql);
    },
  });
  return { db, statements };
}
