import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '../../../../src/db/client.ts';
import { holdForCompletion } from '../../../../src/db/queries/business/completion.ts';
import {
  type CompletionScope,
  participantsDeletion,
} from '../../../../src/db/queries/business/participants-deletion.ts';
import { runInTransaction } from '../../../../src/db/transaction.ts';
import { withinService } from '../../../../src/record/work-record.ts';
import { useDatabase } from '../../../support/database.ts';
import {
  CROWDED_BUSINESS_ID,
  findLargeService,
  prepareLargeService,
} from '../../../support/large-service.ts';

const database = useDatabase(prepareLargeService);

/** What the work answers in a transaction whose changes nobody sees. */
async function rehearse<T>(serviceId: number, work: (tx: Db) => Promise<T>): Promise<T> {
  const db = database.db;
  return await withinService(serviceId, async () => {
    const transaction = await db.startTransaction().execute();
    try {
      return await work(transaction);
    } finally {
      await transaction.rollback().execute();
    }
  });
}

async function scopeOf(participants: CompletionScope['participants']): Promise<CompletionScope> {
  const serviceId = await findLargeService(database.db);
  return { serviceId, businessId: CROWDED_BUSINESS_ID, participants };
}

it.each(['every', 'with_folio', 'without_folio'] as const)(
  'many that PostgreSQL has counted are deleted by a plan for them, and they are the same: %s',
  async (participants) => {
    const scope = await scopeOf(participants);
    const deleted: unknown[] = [];
    for (const hasOwnPlan of [true, false]) {
      const done = await rehearse(scope.serviceId, async (tx) => {
        const held = await holdForCompletion(tx, scope);
        const statement = participantsDeletion(tx, scope, hasOwnPlan);
        const { rows } = await tx.executeQuery(statement);
        const left = await sql`select count(*) as participants from participants p
          where service_id = ${scope.serviceId}`.execute(tx);
        return { held, rows, left: left.rows };
      });
      expect(done.held).toMatchObject({ hasOwnPlan: true });
      deleted.push({ ...done, held: undefined });
    }
    expect(deleted[0]).toEqual(deleted[1]);
  },
);

it('the checks of foreign keys are planned for whatever values beside it', async () => {
  const scope = await scopeOf('every');
  await runInTransaction(database.db, async (tx) => {
    await holdForCompletion(tx, { ...scope, businessId: 1 });
    const { parameters, sql: text } = participantsDeletion(tx, scope, true);
    // Without values PostgreSQL has no choice of plans, whatever it was told.
    expect(parameters).toEqual([]);
    const { rows } = await sql.raw(`select current_setting('plan_cache_mode') as mode`).execute(tx);
    expect(rows).toEqual([{ mode: 'force_generic_plan' }]);
    expect(text).toContain(`business_id = ${scope.businessId}`);
  });
});
