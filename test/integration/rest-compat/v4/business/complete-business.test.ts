import { beforeAll, describe, expect, it } from 'vitest';
import { INVALID_REQUEST, NOT_AN_OBJECT, sendV4 } from '../../../../support/clients/v4.ts';
import {
  type MadeBusiness,
  makeBusiness,
  makeTemplate,
} from '../../../../support/data/factories.ts';
import { dumpTables, listTablesHolding } from '../../../../support/database/tables.ts';
import { addTestUser } from '../../../../support/gateway/callers.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway();
const acknowledged = (what: string) => ({
  status: 200,
  text: `{"data":{},"message":"Provider completion acknowledged. ${what} permanently deleted","success":true}`,
});
const WITHOUT_FOLIO = acknowledged('Participants without juridical folio');
const WITH_FOLIO = acknowledged('Participants with juridical folio');
const ALL = acknowledged('All participants and business data');

async function complete(id: number | string, body?: string | Uint8Array<ArrayBuffer>) {
  const path = `/api/v4/fiduciary/${id}/complete`;
  return await sendV4(gateway, path, body === undefined ? {} : { body });
}

async function makeMixed(): Promise<MadeBusiness> {
  return await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: [
      { name: 'Sin folio', documents: [['INE', null]] },
      { name: 'Con folio', legalActFolio: 'F-1', documents: [['CSF', null]] },
      { name: 'Sin folio tampoco' },
    ],
  });
}

async function listNames(businessId: number): Promise<string[]> {
  const rows = await gateway.db
    .selectFrom('participants')
    .select('name')
    .where('business_id', '=', businessId)
    .orderBy('id')
    .execute();
  return rows.map((one) => one.name);
}

async function listReceipts(businessId: number) {
  return await gateway.db
    .selectFrom('deletion_receipts')
    .select(['delete_mode', 'deleted_participant_count', 'deleted_document_count'])
    .where('business_id', '=', businessId)
    .orderBy('id')
    .execute();
}

describe('POST /api/v4/fiduciary/{business_id}/complete', () => {
  it.each([
    ['no body', undefined],
    ['an empty body', ''],
    ['{}', '{}'],
    ['{} behind a byte order mark', '\uFEFF{}'],
    ['unknown members', '{"mode":"all","delete_mode":"","x":{"delete_mode":"all"}}'],
  ])('200 takes %s for the mode "": those without folio go', async (_name, body) => {
    const business = await makeMixed();
    expect(await complete(business.id, body)).toMatchObject(WITHOUT_FOLIO);
    expect(await listNames(business.id)).toEqual(['Con folio']);
    expect(await listReceipts(business.id)).toEqual([
      { delete_mode: 'without_folio', deleted_participant_count: 2, deleted_document_count: 1 },
    ]);
  });

  it('200 deletes those with a folio in mode "juridical_only", and keeps an emptied business', async () => {
    const business = await makeMixed();
    expect(await complete(business.id, '{"delete_mode":"juridical_only"}')).toMatchObject(
      WITH_FOLIO,
    );
    expect(await listNames(business.id)).toEqual(['Sin folio', 'Sin folio tampoco']);
    await complete(business.id);
    const detail = await gateway.request('GET', `/api/v4/business/detail?id=${business.id}`);
    expect(detail.body).toMatchObject({ success: true, data: { business: { participantes: [] } } });
  });

  it('200 deletes everyone and the business in mode "all", and no other business', async () => {
    const kept = await makeMixed();
    const business = await makeMixed();
    expect(await complete(business.id, '{"delete_mode":"all"}')).toMatchObject(ALL);
    const detail = await gateway.request('GET', `/api/v4/business/detail?id=${business.id}`);
    expect(detail.body).toMatchObject({ message: 'Business without data', success: false });
    expect(await listNames(kept.id)).toHaveLength(3);
  });

  it('200 repeats any mode without deleting more, also after "all"', async () => {
    const business = await makeMixed();
    await complete(business.id);
    expect(await complete(business.id)).toMatchObject(WITHOUT_FOLIO);
    expect(await listNames(business.id)).toEqual(['Con folio']);
    await complete(business.id, '{"delete_mode":"all"}');
    const before = await dumpTables(gateway.db);
    expect(await complete(business.id, '{"delete_mode":"all"}')).toMatchObject(ALL);
    expect(await complete(business.id, '{"delete_mode":"juridical_only"}')).toMatchObject(
      WITH_FOLIO,
    );
    expect(await complete(business.id)).toMatchObject(WITHOUT_FOLIO);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('200 deletes persons and files with their last reference only', async () => {
    const { db, service } = gateway;
    const shared = { personExternalId: 71, documents: [['INE', 31]] as [string, number][] };
    const alone = { personExternalId: 72, documents: [['INE', 32]] as [string, number][] };
    const first = await makeBusiness(db, service.serviceId, { participants: [shared, alone] });
    const second = await makeBusiness(db, service.serviceId, { participants: [shared] });
    await complete(first.id, '{"delete_mode":"all"}');
    expect(await listShared()).toEqual({ persons: [71], files: [31] });
    await complete(second.id, '{"delete_mode":"all"}');
    expect(await listShared()).toEqual({ persons: [], files: [] });
  });

  it('200 leaves users and their questionnaires, and of the deleted nothing but ids', async () => {
    const { db, service } = gateway;
    const user = await addTestUser(db, service.serviceId);
    await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
    const answers = { user_id: user.userId, templates: ['kyc'], answers: [answer('q1')] };
    await sendV4(gateway, '/api/v4/quiz/answers/import/api', { body: JSON.stringify(answers) });
    const canary = 'canario-7f3a';
    const business = await makeBusiness(db, service.serviceId, {
      code: canary,
      name: canary,
      responsibleUserId: user.userId,
      participants: [canaryParticipant(canary), { ...canaryParticipant(canary), name: 'Otro' }],
    });
    const before = await dumpTables(db);
    await complete(business.id);
    await complete(business.id, '{"delete_mode":"all"}');
    const after = await dumpTables(db);
    expect(await listTablesHolding(db, canary)).toEqual([]);
    for (const table of ['users', 'answers', 'filled_questionnaires', 'questionnaire_templates'])
      expect(after[table]).toEqual(before[table]);
  });

  it('200 raises the version of a business that stays and loses someone', async () => {
    const business = await makeMixed();
    await complete(business.id);
    await complete(business.id);
    const row = await gateway.db
      .selectFrom('businesses')
      .select('version')
      .where('id', '=', business.id)
      .executeTakeFirstOrThrow();
    expect(row.version).toBe(2);
  });
});

describe('POST /api/v4/fiduciary/{business_id}/complete, refused', () => {
  let business: MadeBusiness;
  beforeAll(async () => {
    business = await makeMixed();
  });

  it.each([
    'null',
    'true',
    '0',
    '[]',
    '{}',
    '" "',
    '"ALL"',
    '"All"',
    '"all "',
    '"juridical"',
    '"without_folio"',
    '"\\u0000"',
    '"\\ud800"',
  ])('400 refuses the delete_mode %s and deletes nothing', async (mode) => {
    await expectRefused(business.id, `{"delete_mode":${mode}}`);
  });

  it.each(NOT_AN_OBJECT)(
    '400 refuses a body that is %s and deletes nothing',
    async (_name, body) => {
      await expectRefused(business.id, body);
    },
  );

  it.each(['', '0', '01', '+1', '-1', '1.0', '1e0', '0x1', '%31', '1%20', 'abc', '١'])(
    '400 refuses the business_id "%s"',
    async (id) => {
      await expectRefused(id);
    },
  );

  it('400 refuses a business that was never known, and does not take id_negocio for its id', async () => {
    await expectRefused(Number.MAX_SAFE_INTEGER, '{"delete_mode":"all"}');
    await expectRefused('9007199254740992', '{"delete_mode":"all"}');
    await expectRefused(business.externalId, '{"delete_mode":"all"}');
  });
});

async function expectRefused(id: number | string, body?: string | Uint8Array<ArrayBuffer>) {
  const before = await dumpTables(gateway.db);
  expect(await complete(id, body)).toMatchObject(INVALID_REQUEST);
  expect(await dumpTables(gateway.db)).toEqual(before);
}

async function listShared() {
  const { db } = gateway;
  const persons = await db
    .selectFrom('persons')
    .select('external_id')
    .where('external_id', '<', 100)
    .execute();
  const files = await db.selectFrom('files').select('id').execute();
  return { persons: persons.map((one) => one.external_id), files: files.map((one) => one.id) };
}

function answer(question: string) {
  return { question, answer: 'sí' };
}

function canaryParticipant(canary: string) {
  return {
    name: canary,
    paternalSurname: canary,
    maternalSurname: canary,
    email: `${canary}@example.test`,
    phoneCountryCode: canary,
    phoneNumber: canary,
    registrationMode: canary,
    roles: [canary],
    legalActFolio: canary,
    documents: [[canary, 41]] as [string, number][],
  };
}
