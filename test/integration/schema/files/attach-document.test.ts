import { describe, expect, it } from 'vitest';
import { type MutationResult, mutate } from '../../../support/clients/mutate.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { makePdf, uploadAndGetId } from '../../../support/data/files.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

type Documents = [typeCode: string, fileId: number | null][];

async function makeOne(documents: Documents): Promise<{ businessId: number; participant: number }> {
  const { db, service } = gateway;
  const made = await makeBusiness(db, service.serviceId, { participants: [{ documents }] });
  return { businessId: made.id, participant: made.participantIds[0] ?? 0 };
}

async function attach(participant: number, typeCode: string, downloadId: number) {
  return await mutate(gateway, [
    'attachDocument',
    { participant: { databaseId: participant }, typeCode, downloadId },
  ]);
}

function documentsOf(result: MutationResult) {
  return result.participant?.documents.map((one) => [one.typeCode, one.downloadId]);
}

async function versionOf(businessId: number): Promise<number> {
  const query = gateway.db.selectFrom('businesses').select('version').where('id', '=', businessId);
  return (await query.executeTakeFirstOrThrow()).version;
}

async function hasFile(id: number): Promise<boolean> {
  const found = await gateway.db.selectFrom('files').select('id').where('id', '=', id).execute();
  return found.length === 1;
}

describe('attachDocument', () => {
  it('gives the file to the first document of its type that has none', async () => {
    const { businessId, participant } = await makeOne([
      ['CSF', null],
      ['INE', 101],
      ['INE', null],
      ['INE', null],
    ]);
    const result = await attach(participant, 'INE', 102);
    expect(result).toMatchObject({
      __typename: 'AttachDocumentPayload',
      replayed: false,
      document: { typeCode: 'INE', downloadId: 102 },
    });
    expect(documentsOf(result)).toEqual([
      ['CSF', null],
      ['INE', 101],
      ['INE', 102],
      ['INE', null],
    ]);
    expect(await hasFile(102)).toBe(true);
    expect(await versionOf(businessId)).toBe(2);
  });

  it('tells an id of no file here as one that the provider stores', async () => {
    const { participant } = await makeOne([
      ['INE', null],
      ['ACTA', null],
      ['CSF', null],
    ]);
    const own = await uploadAndGetId(gateway, { bytes: makePdf() });
    await attach(participant, 'INE', 99_999);
    await attach(participant, 'ACTA', own);
    const { body } = await gateway.graphql(
      `query ($id: SafeInt!) { participant(by: { databaseId: $id }) {
        documents { typeCode isAvailable isExternal file { databaseId } } } }`,
      { id: participant },
    );
    const documents = [
      { typeCode: 'INE', isAvailable: false, isExternal: true, file: null },
      { typeCode: 'ACTA', isAvailable: true, isExternal: false, file: { databaseId: own } },
      { typeCode: 'CSF', isAvailable: false, isExternal: false, file: null },
    ];
    expect(body).toEqual({ data: { participant: { documents } } });
  });

  it('changes nothing where the file stands already', async () => {
    const { participant } = await makeOne([
      ['INE', null],
      ['INE', 111],
    ]);
    const before = await dumpTables(gateway.db);
    expect(await attach(participant, 'INE', 111)).toMatchObject({ document: { downloadId: 111 } });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('replaces the file of the only document of its type, and deletes the other file', async () => {
    const { businessId, participant } = await makeOne([['INE', 121]]);
    expect(documentsOf(await attach(participant, 'INE', 122))).toEqual([['INE', 122]]);
    expect(await hasFile(121)).toBe(false);
    expect(await versionOf(businessId)).toBe(2);
  });

  it('leaves a replaced file that another document refers to', async () => {
    await makeOne([['INE', 131]]);
    const { participant } = await makeOne([['INE', 131]]);
    await attach(participant, 'INE', 132);
    expect(await hasFile(131)).toBe(true);
  });

  it('takes a file that another document has too', async () => {
    await makeOne([['INE', 141]]);
    const { participant } = await makeOne([['INE', null]]);
    expect(documentsOf(await attach(participant, 'INE', 141))).toEqual([['INE', 141]]);
  });

  it.each<[string, Documents]>([
    ['that was never requested', [['CSF', null]]],
    [
      'whose documents all have a file, since nothing tells which is meant',
      [
        ['INE', 151],
        ['INE', 152],
      ],
    ],
  ])('refuses a type %s, and stores nothing', async (_what, documents) => {
    const { participant } = await makeOne(documents);
    const before = await dumpTables(gateway.db);
    expect(await attach(participant, 'INE', 153)).toMatchObject({
      __typename: 'InputValidationError',
      issues: [{ path: ['typeCode'] }],
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it.each([
    ['an empty type', { typeCode: '' }, ['typeCode']],
    ['a file id of 0', { downloadId: 0 }, ['downloadId']],
    ['a key with a line break', { idempotencyKey: 'a\nb' }, ['idempotencyKey']],
  ])('refuses %s at its place', async (_what, fault, path) => {
    const input = { participant: { databaseId: 1 }, typeCode: 'INE', downloadId: 1, ...fault };
    const result = await mutate(gateway, ['attachDocument', input]);
    expect(result).toMatchObject({ __typename: 'InputValidationError', issues: [{ path }] });
  });

  it('finds no participant of another service, and stores nothing', async () => {
    const { db } = gateway;
    const other = await createTestService(db, await createTestTokens(db));
    const { participant } = await makeOne([['INE', null]]);
    const input = { participant: { databaseId: participant }, typeCode: 'INE', downloadId: 161 };
    const before = await dumpTables(db);
    expect(await mutate(gateway, ['attachDocument', input], other.headers)).toMatchObject({
      __typename: 'ParticipantNotFoundError',
      code: 'PARTICIPANT_NOT_FOUND',
    });
    expect(await dumpTables(db)).toEqual(before);
  });

  it('refuses a caller without the scope business:write', async () => {
    const { db } = gateway;
    const scopes = ['business:read'] as const;
    const reader = await createTestService(db, await createTestTokens(db), { scopes });
    const input = { participant: { databaseId: 1 }, typeCode: 'INE', downloadId: 1 };
    expect(await mutate(gateway, ['attachDocument', input], reader.headers)).toMatchObject({
      __typename: 'NotAuthorizedError',
      requiredScope: 'BUSINESS_WRITE',
    });
  });

  it('of 20 files at once for 20 documents loses none', async () => {
    const documents = Array.from({ length: 20 }, (): [string, null] => ['INE', null]);
    const { businessId, participant } = await makeOne(documents);
    const ids = documents.map((_one, index) => 200 + index);
    await Promise.all(ids.map(async (id) => await attach(participant, 'INE', id)));
    const stored = await gateway.db
      .selectFrom('documents')
      .select('file_id')
      .where('participant_id', '=', participant)
      .orderBy('file_id')
      .execute();
    expect(stored.map((one) => one.file_id)).toEqual(ids);
    expect(await versionOf(businessId)).toBe(21);
  });
});
