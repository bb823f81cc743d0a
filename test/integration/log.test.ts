import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../src/log.ts';
import { useDatabase } from '../support/database/database.ts';
import { CANARY, CANARY_PATTERN } from '../support/probes/canary.ts';

const database = useDatabase();

describe('what is logged of an error', () => {
  it('is its kind and its place, of a real error of PostgreSQL and of those that it caused', async () => {
    const failed = await sql`select ${CANARY}::integer`
      .execute(database.db)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(DatabaseError);
    const wrapped = new Error(CANARY, { cause: new TypeError(CANARY, { cause: failed }) });
    const described = describeError(wrapped);
    expect(JSON.stringify(described)).not.toMatch(CANARY_PATTERN);
    expect(described).toMatchObject({
      name: 'Error',
      cause: { name: 'TypeError', cause: { name: 'error', code: '22P02' } },
    });
    expect(described['stack']).toMatch(/log\.test\.ts\S*:\d+:\d+/);
  });

  it('has an end where causes go round in a circle', () => {
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });
    expect(JSON.stringify(describeError(first)).match(/"name"/g)).toHaveLength(6);
  });
});
