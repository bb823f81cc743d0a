import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { TokenIssuer } from '../../../../src/auth/tokens.ts';
import { DELETE_MODES } from '../../../../src/domain/business/completion.ts';
import { completeBusiness } from '../../../../src/resolvers/completion/complete-business.ts';
import { previewCompletion } from '../../../../src/resolvers/completion/preview-completion.ts';
import { HOLDING, makeHoldings } from '../../../support/data/random-holdings.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';

const database = useDatabase();
let tokens: TokenIssuer;

beforeAll(async () => {
  tokens = await createTestTokens(database.db);
});

/** Rows of the tables that a preview counts. A file that stays as an id alone counts as gone. */
async function countRows(serviceId: number) {
  const count = async (table: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where service_id = ${serviceId}
    `.execute(database.db);
    return rows[0]?.count ?? 0;
  };
  return {
    participants: await count('participants'),
    documents: await count('documents'),
    matches: await count('participant_matches'),
    screenings: await count('screenings'),
    reports: await count('screening_reports'),
    studies: await count('socioeconomic_reports'),
    consents: await count('consents'),
    extractions: await count('extractions'),
    files: await count('files'),
  };
}

it('a preview counts what the deletion removes, table by table, and the receipt says the same', async () => {
  const holdings = fc.array(HOLDING, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DELETE_MODES),
      holdings,
      holdings,
      async (deleteMode, mine, others) => {
        const { db } = database;
        const of = await createTestService(db, tokens);
        const { serviceId, userId } = of;
        const place = { serviceId, userId };
        const databaseId = await makeHoldings(db, place, mine);
        await makeHoldings(db, place, others);
        const ctx = await createTestContext(db, of);
        const business = { databaseId };
        const before = await countRows(serviceId);
        const preview = await previewCompletion(ctx, { business, deleteMode });
        expect(await countRows(serviceId)).toEqual(before);
        const acknowledge = preview?.warnings ?? [];
        const done = await completeBusiness(ctx, { business, deleteMode, acknowledge });
        const after = await countRows(serviceId);
        const gone = (name: keyof typeof before) => before[name] - after[name];
        expect(preview).toMatchObject({
          participants: gone('participants'),
          documents: gone('documents'),
          matches: gone('matches'),
          screenings: gone('screenings'),
          reports: gone('reports') + gone('studies'),
          consents: gone('consents'),
          extractions: gone('extractions'),
          files: gone('files'),
        });
        const { receipt } = done;
        expect(preview).toMatchObject({
          participants: receipt.deletedParticipantCount,
          documents: receipt.deletedDocumentCount,
          ...receipt.deletedScreeningCounts,
          ...receipt.deletedEvidenceCounts,
        });
      },
    ),
    { numRuns: 40 },
  );
});

it('deletes nothing where a warning of the preview is not acknowledged, and is not asked otherwise', async () => {
  const { db } = database;
  const of = await createTestService(db, tokens);
  const { serviceId, userId } = of;
  const nothing = { files: [], uploads: [], screenings: [], consents: 0, studies: 0 };
  const holding = { ...nothing, hasFolio: false, matches: ['pending', 'true_match'] as const };
  const holdings = [{ ...holding, matches: [...holding.matches] }];
  const databaseId = await makeHoldings(db, { serviceId, userId }, holdings);
  const ctx = await createTestContext(db, of);
  const business = { databaseId };
  const before = await countRows(serviceId);
  const preview = await previewCompletion(ctx, { business });
  expect(preview?.warnings).toEqual(['pending_matches', 'true_matches']);
  for (const acknowledge of [[], ['pending_matches' as const]])
    await expect(completeBusiness(ctx, { business, acknowledge })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: ['acknowledge'], code: 'not_acknowledged' }],
    });
  expect(await countRows(serviceId)).toEqual(before);
  // v4 confirms nothing, and deletes as its document says.
  const { receipt } = await completeBusiness(ctx, { business });
  expect(receipt.deletedScreeningCounts?.matches).toBe(2);
});
