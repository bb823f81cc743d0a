import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockForCompletion } from '../../../../../src/db/queries/completion/lock-for-completion.ts';
import type { CompletionScope } from '../../../../../src/db/queries/completion/participants-deletion.ts';
import {
  CROWDED_BUSINESS_ID,
  findLargeService,
  prepareLargeService,
} from '../../../../support/data/large-service.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { usesGenericPlan } from '../../../../support/probes/explain.ts';

const database = useDatabase();
const large = useDatabase(prepareLargeService);

/** By how many participants each has; every other one has a folio, each a person and a file of its own. */
const SIZES = [0, 1, 499, 500, 1_200];
const ALONE = 90_000;

let serviceId: number;

beforeAll(async () => {
  const tokens = await createTestTokens(database.db);
  ({ serviceId } = await createTestService(database.db, tokens, { name: 'acme' }));
  for (const size of [...SIZES, ALONE]) await fill(size);
});

async function fill(size: number): Promise<void> {
  const count = size === ALONE ? 3 : size;
  const first = size * 10_000;
  const rows = sql`generate_series(${sql.lit(first + 1)}, ${sql.lit(first + count)}) n`;
  const service = sql.lit(serviceId);
  const id = sql.lit(size + 1);
  for (const statement of [
    sql`insert into businesses (service_id, id, external_id, code) values (${service}, ${id}, ${id}, 'B')`,
    sql`insert into persons (service_id, id, external_id) select ${service}, n, n from ${rows}`,
    sql`insert into files (service_id, id) select ${service}, n from ${rows}`,
    sql`insert into participants (service_id, id, business_id, person_id, person_type, name, legal_act_folio)
      select ${service}, n, ${id}, n, 'natural', 'Ana', case when n % 2 = 1 then 'F' end from ${rows}`,
    sql`insert into documents (service_id, participant_id, type_code, position, file_id)
      select ${service}, n, 'INE', 0, n from ${rows}`,
  ])
    await statement.execute(database.db);
}

/** Which of the business's persons and files somebody else could take meanwhile, by what its participants have. */
async function listFree(
  table: 'persons' | 'files',
  businessId: number,
): Promise<{ hasFolio: boolean }[]> {
  const { rows } = await sql<{ hasFolio: boolean }>`
    select p.legal_act_folio is not null as "hasFolio"
    from ${sql.table(table)} t
    join participants p on p.service_id = t.service_id and p.person_id = t.id
    where t.service_id = ${serviceId} and p.business_id = ${businessId}
    for update of t skip locked
  `.execute(database.db);
  return rows;
}

async function hold(businessId: number, participants: CompletionScope['participants']) {
  return await database.db.transaction().execute(async (tx) => {
    const held = await lockForCompletion(tx, { serviceId, businessId, participants });
    const free = {
      persons: await listFree('persons', businessId),
      files: await listFree('files', businessId),
    };
    return { held, free };
  });
}

describe('a completion', () => {
  it.each(SIZES)('holds all persons and files of %i participants', async (size) => {
    const { held, free } = await hold(size + 1, 'every');
    expect(held).toMatchObject({ version: 1, ...(size < 500 && { needsCustomPlan: false }) });
    expect(free).toEqual({ persons: [], files: [] });
  });

  it.each([
    ['with_folio', false],
    ['without_folio', true],
  ] as const)('holds those %s and no others', async (participants, hasFolio) => {
    for (const size of [499, 1_200]) {
      const { free } = await hold(size + 1, participants);
      for (const found of [free.persons, free.files]) {
        expect(found).toHaveLength(Math.floor((size + (hasFolio ? 1 : 0)) / 2));
        expect(found.filter((one) => one.hasFolio !== hasFolio)).toEqual([]);
      }
    }
  });

  it('holds nothing of other businesses, and of none where there is none', async () => {
    const others = await database.db.transaction().execute(async (tx) => {
      await lockForCompletion(tx, { serviceId, businessId: 2, participants: 'every' });
      return [await listFree('persons', ALONE + 1), await listFree('files', ALONE + 1)];
    });
    expect(others.map((one) => one.length)).toEqual([3, 3]);
    const { held } = await hold(5, 'every');
    expect(held).toBeUndefined();
  });

  it.each(['every', 'with_folio', 'without_folio'] as const)(
    'has what it holds of few participants planned once: %s',
    async (participants) => {
      const largeId = await findLargeService(large.db);
      const scope = { serviceId: largeId, businessId: CROWDED_BUSINESS_ID, participants };
      const kept = await usesGenericPlan(
        large.pool,
        async (db) => await lockForCompletion(db, scope),
      );
      expect(kept).toBe(true);
    },
  );
});
