import { describe, expect, it } from 'vitest';
import { mutate } from '../../../support/clients/mutate.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const PREVIEW = `query ($business: BusinessLookup!, $deleteMode: DeleteMode!) {
  completionPreview(business: $business, deleteMode: $deleteMode) {
    participantsToDelete documentsToDelete deletesBusiness version } }`;

async function preview(deleteMode: string, business: object, headers?: Record<string, string>) {
  return (await gateway.graphql(PREVIEW, { business, deleteMode }, headers)).body;
}

async function makeMixed(): Promise<number> {
  const { db, service } = gateway;
  const made = await makeBusiness(db, service.serviceId, {
    participants: [
      { documents: [['INE', null]] },
      {
        legalActFolio: 'F-1',
        documents: [
          ['INE', 11],
          ['CSF', null],
        ],
      },
      {
        documents: [
          ['CSF', null],
          ['INE', null],
          ['INE', null],
        ],
      },
    ],
  });
  return made.id;
}

describe('completionPreview', () => {
  it.each([
    ['WITHOUT_LEGAL_ACT_FOLIO', { participantsToDelete: 2, documentsToDelete: 4 }, false],
    ['WITH_LEGAL_ACT_FOLIO', { participantsToDelete: 1, documentsToDelete: 2 }, false],
    ['ALL', { participantsToDelete: 3, documentsToDelete: 6 }, true],
  ])(
    'tells what completeBusiness deletes in mode %s, and changes nothing',
    async (mode, counts, deletesBusiness) => {
      const databaseId = await makeMixed();
      const before = await dumpTables(gateway.db);
      expect(await preview(mode, { databaseId })).toEqual({
        data: { completionPreview: { ...counts, deletesBusiness, version: 1 } },
      });
      expect(await dumpTables(gateway.db)).toEqual(before);
      await mutate(gateway, ['completeBusiness', { business: { databaseId }, deleteMode: mode }]);
      const receipt = await gateway.db
        .selectFrom('deletion_receipts')
        .select([
          'deleted_participant_count as participantsToDelete',
          'deleted_document_count as documentsToDelete',
        ])
        .where('business_id', '=', databaseId)
        .executeTakeFirstOrThrow();
      expect(receipt).toEqual(counts);
    },
  );

  it('has the mode WITHOUT_LEGAL_ACT_FOLIO where none is given, in two statements at most', async () => {
    const databaseId = await makeMixed();
    gateway.statements.length = 0;
    const { body } = await gateway.graphql(
      'query ($id: SafeInt!) { completionPreview(business: { databaseId: $id }) { participantsToDelete } }',
      { id: databaseId },
    );
    expect(body).toEqual({ data: { completionPreview: { participantsToDelete: 2 } } });
    expect(gateway.statements.length).toBeLessThanOrEqual(2);
  });

  it('gives the version that completeBusiness asks for', async () => {
    const databaseId = await makeMixed();
    await mutate(gateway, ['completeBusiness', { business: { databaseId } }]);
    expect(await preview('ALL', { databaseId })).toMatchObject({
      data: { completionPreview: { version: 2, participantsToDelete: 1 } },
    });
    const stale = { business: { databaseId }, deleteMode: 'ALL', expectedVersion: 1 };
    expect(await mutate(gateway, ['completeBusiness', stale])).toMatchObject({ currentVersion: 2 });
  });

  it('is null for a business that is not there, or is of another service', async () => {
    const { db } = gateway;
    const other = await createTestService(db, await createTestTokens(db));
    const databaseId = await makeMixed();
    const nothing = { data: { completionPreview: null } };
    expect(await preview('ALL', { databaseId: 9_007_199_254_740_991 })).toEqual(nothing);
    expect(await preview('ALL', { databaseId }, other.headers)).toEqual(nothing);
  });

  it('refuses a caller without the scope business:read', async () => {
    const { db } = gateway;
    const scopes = ['business:complete'] as const;
    const other = await createTestService(db, await createTestTokens(db), { scopes });
    expect(await preview('ALL', { databaseId: 1 }, other.headers)).toMatchObject({
      data: { completionPreview: null },
      errors: [{ extensions: { code: 'NOT_AUTHORIZED' } }],
    });
  });
});
