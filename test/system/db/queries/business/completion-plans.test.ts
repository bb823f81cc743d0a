import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lockForCompletion } from '../../../../../src/db/queries/completion/lock-for-completion.ts';
import {
  buildDeletionStatement,
  type CompletionScope,
  DELETION_TABLES,
} from '../../../../../src/db/queries/completion/participants-deletion.ts';
import { runInTransaction } from '../../../../../src/db/transaction.ts';
import {
  CROWDED_BUSINESS_ID,
  findLargeService,
  prepareLargeService,
} from '../../../../support/data/large-service.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { rehearse } from '../../../../support/gateway/rehearse.ts';

const database = useDatabase(prepareLargeService);

async function scopeOf(participants: CompletionScope['participants']): Promise<CompletionScope> {
  const serviceId = await findLargeService(database.db);
  return { serviceId, businessId: CROWDED_BUSINESS_ID, participants };
}

it.each(['every', 'with_folio', 'without_folio'] as const)(
  'many that PostgreSQL has counted are deleted by a plan for them, and they are the same: %s',
  async (participants) => {
    const scope = await scopeOf(participants);
    const deleted: unknown[] = [];
    for (const needsCustomPlan of [true, false]) {
      const done = await rehearse(database.db, async (tx) => {
        const held = await lockForCompletion(tx, scope);
        const statement = buildDeletionStatement(tx, scope, needsCustomPlan);
        const { rows } = await tx.executeQuery(statement);
        const left = await sql`select count(*) as participants from participants p
          where service_id = ${scope.serviceId}`.execute(tx);
        return { held, rows, left: left.rows };
      });
      expect(done.held).toMatchObject({ needsCustomPlan: true });
      deleted.push({ ...done, held: undefined });
    }
    expect(deleted[0]).toEqual(deleted[1]);
  },
);

it('the checks of foreign keys are planned for whatever values beside it', async () => {
  const scope = await scopeOf('every');
  await runInTransaction(database.db, async (tx) => {
    await lockForCompletion(tx, { ...scope, businessId: 1 });
    const { parameters, sql: text } = buildDeletionStatement(tx, scope, true);
    // Without values PostgreSQL has no choice of plans, whatever it was told.
    expect(parameters).toEqual([]);
    const { rows } = await sql.raw(`select current_setting('plan_cache_mode') as mode`).execute(tx);
    expect(rows).toEqual([{ mode: 'force_generic_plan' }]);
    expect(text).toContain(`business_id = ${scope.businessId}`);
  });
});

it('PostgreSQL is asked about each table that the deletion walks through', async () => {
  const { sql: text } = buildDeletionStatement(database.db, await scopeOf('every'), true);
  const parts = new Set(
    [...text.matchAll(/\b(\w+) as (?:materialized )?\(/g)].map(([, part]) => part),
  );
  const named = [...text.matchAll(/\b(?:from|join|using) ([a-z_]+)/g)].map(([, name]) => name);
  const tables = new Set(named.filter((name) => !parts.has(name)));
  expect(tables).toEqual(new Set(DELETION_TABLES));
});
