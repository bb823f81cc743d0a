import { describe, expect, it } from 'vitest';
import { verifyReceipts } from '../../../../src/resolvers/receipts/verify-receipts.ts';
import { businessOf, mutate, readBusiness } from '../../../support/clients/mutate.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { listTablesHolding } from '../../../support/database/tables.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

async function upsert(input: object) {
  return await mutate(gateway, ['upsertBusiness', { code: 'F/1', ...input }]);
}

function named(externalPersonId: number, requestedDocumentTypes: string[] = []) {
  return { externalPersonId, personType: 'NATURAL_PERSON', name: 'Ana', requestedDocumentTypes };
}

async function listPeople(externalId: number): Promise<number[]> {
  const { participants } = await readBusiness(gateway, externalId);
  return participants.map((one) => one.externalPersonId);
}

async function listDocuments(externalId: number) {
  const [participant] = (await readBusiness(gateway, externalId)).participants;
  return participant?.documents.map((one) => [one.typeCode, one.downloadId]);
}

/** The ids of what several participants may share. */
async function listShared(table: 'persons' | 'files'): Promise<number[]> {
  const column = table === 'persons' ? 'external_id' : 'id';
  const rows = await gateway.db
    .selectFrom(table)
    .select(`${column} as key`)
    .orderBy('key')
    .execute();
  return rows.map((one) => one.key);
}

describe('participants that the input does not name', () => {
  it('stay unless DELETE is said', async () => {
    await upsert({ externalId: 1, participants: [named(11), named(12)] });
    await upsert({ externalId: 1, participants: [named(13)] });
    expect(await listPeople(1)).toEqual([11, 12, 13]);
    await upsert({ externalId: 1 });
    expect(await listPeople(1)).toEqual([11, 12, 13]);
  });

  it('go with DELETE, while those that are named keep their ids', async () => {
    await upsert({ externalId: 2, participants: [named(21), named(22)] });
    const before = await readBusiness(gateway, 2);
    const result = await upsert({
      externalId: 2,
      participants: [named(23), named(22)],
      missingParticipants: 'DELETE',
    });
    expect(businessOf(result).version).toBe(2);
    const after = await readBusiness(gateway, 2);
    expect(after.participants.map((one) => one.externalPersonId)).toEqual([22, 23]);
    expect(after.participants[0]).toEqual(before.participants[1]);
  });

  it('all go with DELETE and no participants, and the business stays', async () => {
    await upsert({ externalId: 3, participants: [named(31), named(32)] });
    await upsert({ externalId: 3, missingParticipants: 'DELETE' });
    expect(await readBusiness(gateway, 3)).toMatchObject({ version: 2, participants: [] });
  });

  it('take their documents, files and persons with them, but nothing that others refer to', async () => {
    const { db, service } = gateway;
    await makeBusiness(db, service.serviceId, {
      participants: [{ personExternalId: 41, documents: [['INE', 401]] }],
    });
    await makeBusiness(db, service.serviceId, {
      externalId: 4,
      participants: [
        { personExternalId: 41, documents: [['INE', 401]] },
        {
          personExternalId: 42,
          name: 'canary-42',
          documents: [
            ['INE', 402],
            ['CSF', 401],
          ],
        },
      ],
    });
    await upsert({ externalId: 4, missingParticipants: 'DELETE' });
    const persons = await listShared('persons');
    expect(persons).toContain(41);
    expect(persons).not.toContain(42);
    const files = await listShared('files');
    expect(files).toContain(401);
    expect(files).not.toContain(402);
    expect(await listTablesHolding(db, 'canary-42')).toEqual([]);
  });

  it('of other businesses and other services are not touched', async () => {
    const { db, service } = gateway;
    const other = await db
      .insertInto('services')
      .values({ name: 'other' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const foreign = await makeBusiness(db, other.id, { externalId: 5, participants: [{}, {}] });
    const sibling = await makeBusiness(db, service.serviceId, { participants: [{}] });
    await upsert({ externalId: 5, participants: [named(51)] });
    await upsert({ externalId: 5, missingParticipants: 'DELETE' });
    const left = await db
      .selectFrom('participants')
      .select(['service_id', 'id'])
      .where((eb) => eb.or([eb('service_id', '=', other.id), eb('business_id', '=', sibling.id)]))
      .where('service_id', 'in', [other.id, service.serviceId])
      .execute();
    expect(left).toHaveLength(foreign.participantIds.length + sibling.participantIds.length);
  });
});

const deleting = (externalId: number) => ({ externalId, missingParticipants: 'DELETE' });

/** What the upsert wrote about its business beside the receipt. */
async function findEvent(businessId: number) {
  const event = gateway.db.selectFrom('business_events').select(['type', 'receipt_id']);
  return await event
    .where('business_id', '=', businessId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}

describe('the receipt of an upsert', () => {
  it('counts the participants that it deleted with their documents, in the chain of completions', async () => {
    const service = gateway.service.service;
    const three = [named(71, ['INE', 'CSF']), named(72, ['INE']), named(73, ['INE', 'CSF'])];
    const { databaseId } = businessOf(await upsert({ externalId: 70, participants: three }));
    const before = await verifyReceipts(gateway.db, { service, known: [] });
    const { deletionReceipt: receipt } = await upsert({
      ...deleting(70),
      participants: [named(73, ['INE'])],
      missingDocuments: 'DELETE',
    });
    expect(receipt).toMatchObject({
      deleteMode: 'MISSING_PARTICIPANTS',
      businessDatabaseId: databaseId,
      deletedParticipantCount: 2,
      deletedDocumentCount: 3,
      businessDeleted: false,
    });
    const id = before.receiptCount + 1;
    expect(await findEvent(databaseId)).toEqual({ type: 'business_upserted', receipt_id: id });
    await mutate(gateway, ['completeBusiness', { business: { databaseId }, deleteMode: 'ALL' }]);
    expect(
      await verifyReceipts(gateway.db, {
        service,
        known: [{ id, digest: receipt?.digest ?? '' }],
      }),
    ).toMatchObject({ receiptCount: id + 1, fault: undefined });
  });

  it('is not written where no participant went', async () => {
    const created = await upsert({ ...deleting(74), participants: [named(75, ['INE', 'CSF'])] });
    const { databaseId } = businessOf(created);
    const kept = await upsert({ externalId: 74, participants: [named(76)] });
    const same = [named(75, ['INE']), named(76)];
    const fewer = { ...deleting(74), participants: same, missingDocuments: 'DELETE' };
    const results = [created, kept, await upsert(fewer), await upsert(fewer)];
    expect(results.map((one) => one.deletionReceipt)).toEqual([null, null, null, null]);
    expect(businessOf(await upsert(fewer)).version).toBe(3);
    expect(await findEvent(databaseId)).toEqual({ type: 'business_upserted', receipt_id: null });
  });

  it('is the same one when the upsert is asked for again with its idempotency key', async () => {
    await upsert({ externalId: 77, participants: [named(78)] });
    const asked = { ...deleting(77), idempotencyKey: 'upsert-77' };
    const first = await upsert(asked);
    expect(await upsert(asked)).toEqual({ ...first, replayed: true });
    expect(first.deletionReceipt).toMatchObject({ deletedParticipantCount: 1 });
  });

  it('follows one receipt only, however many upserts and completions delete at once', async () => {
    const service = gateway.service.service;
    const ids = Array.from({ length: 8 }, (_one, index) => 800 + index);
    for (const id of ids) await upsert({ externalId: id, participants: [named(id * 10)] });
    const before = await verifyReceipts(gateway.db, { service, known: [] });
    const results = await Promise.all(
      ids.map(async (id) =>
        id % 2 === 0
          ? await upsert(deleting(id))
          : await mutate(gateway, ['completeBusiness', { business: { externalId: id } }]),
      ),
    );
    expect(results.filter((one) => one.code !== undefined)).toEqual([]);
    expect(await verifyReceipts(gateway.db, { service, known: [] })).toMatchObject({
      receiptCount: before.receiptCount + ids.length,
      fault: undefined,
    });
  });

  it('has a mode that no completion can be asked for', async () => {
    const { databaseId } = businessOf(
      await upsert({ externalId: 79, participants: [named(791), named(792)] }),
    );
    const deleteMode = 'MISSING_PARTICIPANTS';
    const asked = { business: { databaseId }, deleteMode };
    expect(await mutate(gateway, ['completeBusiness', asked])).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: ['deleteMode'] }],
    });
    const { body } = await gateway.graphql(
      `{ completionPreview(business: { databaseId: ${databaseId} }, deleteMode: ${deleteMode}) { version } }`,
    );
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
    expect(await listPeople(79)).toEqual([791, 792]);
  });
});

describe('requested documents', () => {
  const file: [string, number | null][] = [
    ['INE', 601],
    ['CSF', null],
    ['INE', null],
  ];

  async function makeStored(externalId: number): Promise<void> {
    await makeBusiness(gateway.db, gateway.service.serviceId, {
      externalId,
      code: 'F/1',
      participants: [{ personExternalId: 61, name: 'Ana', documents: file }],
    });
  }

  it('that are requested already keep place and file; new ones come after them', async () => {
    await makeStored(60);
    await upsert({ externalId: 60, participants: [named(61, ['ACTA', 'INE', 'CSF', 'ACTA'])] });
    expect(await listDocuments(60)).toEqual([...file, ['ACTA', null], ['ACTA', null]]);
  });

  it('of a type that is requested once more are one more', async () => {
    await makeStored(62);
    await upsert({ externalId: 62, participants: [named(61, ['INE', 'INE', 'INE'])] });
    expect(await listDocuments(62)).toEqual([...file, ['INE', null]]);
  });

  it('that the input does not name stay unless DELETE is said', async () => {
    await makeStored(63);
    const result = await upsert({ externalId: 63, participants: [named(61)] });
    expect(businessOf(result).version).toBe(1);
    expect(await listDocuments(63)).toEqual(file);
  });

  it('go with DELETE, of one type those without a file first', async () => {
    await makeStored(64);
    await upsert({
      externalId: 64,
      participants: [named(61, ['INE'])],
      missingDocuments: 'DELETE',
    });
    expect(await listDocuments(64)).toEqual([['INE', 601]]);
  });

  it('take their files with them, unless another document refers to the file', async () => {
    const { db, service } = gateway;
    await makeBusiness(db, service.serviceId, {
      externalId: 65,
      participants: [
        {
          personExternalId: 66,
          documents: [
            ['INE', 651],
            ['CSF', 652],
          ],
        },
        { personExternalId: 67, documents: [['INE', 651]] },
      ],
    });
    await upsert({ externalId: 65, participants: [named(66)], missingDocuments: 'DELETE' });
    const files = await listShared('files');
    expect(files).toContain(651);
    expect(files).not.toContain(652);
  });

  it('that went may be requested again', async () => {
    await makeStored(68);
    await upsert({
      externalId: 68,
      participants: [named(61, ['INE'])],
      missingDocuments: 'DELETE',
    });
    await upsert({ externalId: 68, participants: [named(61, ['INE', 'CSF', 'INE'])] });
    expect(await listDocuments(68)).toEqual([
      ['INE', 601],
      ['CSF', null],
      ['INE', null],
    ]);
  });
});
