import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { businessOf, mutate, readBusiness } from '../../support/clients/mutate.ts';
import { sendV4 } from '../../support/clients/v4.ts';
import { makeTemplate } from '../../support/data/factories.ts';
import { dumpTables, listTablesHolding } from '../../support/database/tables.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway({}, { isServicePerTest: true });
/** Part of every text and key that a test sends; each test searches the database for its own. */
let canary = '';
beforeEach(() => {
  canary = `canary-${randomUUID().slice(0, 8)}`;
});
/** What remains of what was done. */
const RECORDS = ['audit_events', 'business_events', 'deletion_receipts', 'idempotency_keys'];

function makeInput(externalId: number) {
  return {
    externalId,
    code: `${canary}-code`,
    name: `${canary}-name`,
    participants: [
      {
        externalPersonId: externalId,
        personType: 'NATURAL_PERSON',
        name: `${canary}-given`,
        paternalSurname: `${canary}-paternal`,
        maternalSurname: `${canary}-maternal`,
        email: `${canary}@example.test`,
        phone: { countryCode: `${canary}-cc`, number: `${canary}-number` },
        registrationMode: `${canary}-mode`,
        roles: [`${canary}-role`],
        legalActFolio: `${canary}-folio`,
        requestedDocumentTypes: [`${canary}-type`],
      },
    ],
    idempotencyKey: `${canary}-${randomUUID()}`,
  };
}

async function writeEverything(externalId: number): Promise<number> {
  const input = makeInput(externalId);
  const responsibleUser = { givenName: `${canary}-user`, email: `${canary}-user@example.test` };
  const idempotencyKey = `${canary}-${randomUUID()}`;
  businessOf(await mutate(gateway, ['upsertBusiness', input]));
  await mutate(gateway, ['upsertBusiness', { ...input, responsibleUser, idempotencyKey }]);
  const { databaseId, participants } = await readBusiness(gateway, externalId);
  const participant = { databaseId: participants[0]?.databaseId };
  for (const downloadId of [externalId, externalId + 1]) {
    const key = `${canary}-${randomUUID()}`;
    const attach = { participant, typeCode: `${canary}-type`, downloadId, idempotencyKey: key };
    expect(await mutate(gateway, ['attachDocument', attach])).toHaveProperty('document.downloadId');
  }
  return databaseId;
}

async function importAnswers(): Promise<number> {
  const { db, service } = gateway;
  const { userId } = await addTestUser(db, service.serviceId);
  await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
  const body = JSON.stringify({
    user_id: userId,
    templates: ['kyc', `${canary}-template`],
    combined_from: [`${canary}-source`],
    answers: [
      { question: 'q1', answer: `${canary}-answer` },
      { question: `${canary}-question`, answer: `${canary}-ignored` },
    ],
  });
  const headers = { ...service.headers, 'idempotency-key': `${canary}-${randomUUID()}` };
  const reply = await sendV4(gateway, '/api/v4/quiz/answers/import/api', { body, headers });
  return reply.status;
}

describe('what is recorded of a request', () => {
  it('holds nothing that the request said, nor its key', async () => {
    await writeEverything(1000);
    expect(await importAnswers()).toBe(200);
    const holding = await listTablesHolding(gateway.db, canary);
    expect(holding).toContain('participants');
    expect(holding.filter((table) => RECORDS.includes(table))).toEqual([]);
    const dump = await dumpTables(gateway.db, gateway.service.serviceId);
    expect(dump['idempotency_keys']).toHaveLength(5);
    expect(dump['business_events']).not.toEqual([]);
    expect(dump['audit_events']).not.toEqual([]);
  });

  it('leaves nothing of a business that was written, replaced and completed, but its users', async () => {
    const databaseId = await writeEverything(2000);
    const all = { business: { databaseId }, deleteMode: 'ALL' };
    await mutate(gateway, [
      'completeBusiness',
      { ...all, idempotencyKey: `${canary}-${randomUUID()}` },
    ]);
    expect(await listTablesHolding(gateway.db, canary)).toEqual(['users']);
    const { db, service } = gateway;
    const files = db.selectFrom('files').select('id').where('service_id', '=', service.serviceId);
    expect(await files.execute()).toEqual([]);
  });

  it('leaves nothing of a participant that an upsert deleted', async () => {
    const responsibleUser = { givenName: 'Irene', email: `${canary}@example.test` };
    const input = { ...makeInput(3000), code: 'F/3', name: 'Tres', responsibleUser };
    await mutate(gateway, ['upsertBusiness', input]);
    const { idempotencyKey: _key, ...rest } = input;
    const without = { ...rest, participants: [], missingParticipants: 'DELETE' };
    await mutate(gateway, ['upsertBusiness', without]);
    expect(await listTablesHolding(gateway.db, canary)).toEqual(['users']);
  });

  it('is not quoted by refusals, nor by the log', async () => {
    const input = { ...makeInput(4000), expectedVersion: 9 };
    const refused = [
      await mutate(gateway, ['upsertBusiness', input]),
      await mutate(gateway, [
        'upsertBusiness',
        { ...input, code: `${canary}${'x'.repeat(300)}`, idempotencyKey: `${canary} with a space` },
      ]),
    ];
    expect(refused.map((one) => one.code)).toEqual(['VERSION_CONFLICT', 'VALIDATION_FAILED']);
    expect(JSON.stringify(refused)).not.toContain(canary);
    expect(gateway.logs).toContain('"route":"/graphql"');
    expect(gateway.logs).not.toContain(canary);
  });
});
