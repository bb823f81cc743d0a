import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { businessOf, mutate, readBusiness } from '../../support/clients/mutate.ts';
import { sendV4 } from '../../support/clients/v4.ts';
import { makeTemplate } from '../../support/data/factories.ts';
import { dumpTables, listTablesHolding } from '../../support/database/tables.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
/** Planted in every text that a writer sends; also a part of the keys. */
const CANARY = 'canary-7f3a';
/** What remains of what was done. */
const RECORDS = ['audit_events', 'business_events', 'deletion_receipts', 'idempotency_keys'];

function makeInput(externalId: number) {
  return {
    externalId,
    code: `${CANARY}-code`,
    name: `${CANARY}-name`,
    participants: [
      {
        externalPersonId: externalId,
        personType: 'NATURAL_PERSON',
        name: `${CANARY}-given`,
        paternalSurname: `${CANARY}-paternal`,
        maternalSurname: `${CANARY}-maternal`,
        email: `${CANARY}@example.test`,
        phone: { countryCode: `${CANARY}-cc`, number: `${CANARY}-number` },
        registrationMode: `${CANARY}-mode`,
        roles: [`${CANARY}-role`],
        legalActFolio: `${CANARY}-folio`,
        requestedDocumentTypes: [`${CANARY}-type`],
      },
    ],
    idempotencyKey: `${CANARY}-${randomUUID()}`,
  };
}

async function writeEverything(externalId: number): Promise<number> {
  const input = makeInput(externalId);
  const responsibleUser = { givenName: `${CANARY}-user`, email: `${CANARY}-user@example.test` };
  const idempotencyKey = `${CANARY}-${randomUUID()}`;
  businessOf(await mutate(gateway, ['upsertBusiness', input]));
  await mutate(gateway, ['upsertBusiness', { ...input, responsibleUser, idempotencyKey }]);
  const { databaseId, participants } = await readBusiness(gateway, externalId);
  const participant = { databaseId: participants[0]?.databaseId };
  for (const downloadId of [externalId, externalId + 1]) {
    const key = `${CANARY}-${randomUUID()}`;
    const attach = { participant, typeCode: `${CANARY}-type`, downloadId, idempotencyKey: key };
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
    templates: ['kyc', `${CANARY}-template`],
    combined_from: [`${CANARY}-source`],
    answers: [
      { question: 'q1', answer: `${CANARY}-answer` },
      { question: `${CANARY}-question`, answer: `${CANARY}-ignored` },
    ],
  });
  const headers = { ...service.headers, 'idempotency-key': `${CANARY}-${randomUUID()}` };
  const reply = await sendV4(gateway, '/api/v4/quiz/answers/import/api', { body, headers });
  return reply.status;
}

describe('what is recorded of a request', () => {
  it('holds nothing that the request said, nor its key', async () => {
    await writeEverything(1000);
    expect(await importAnswers()).toBe(200);
    const holding = await listTablesHolding(gateway.db, CANARY);
    expect(holding).toContain('participants');
    expect(holding.filter((table) => RECORDS.includes(table))).toEqual([]);
    const dump = await dumpTables(gateway.db);
    expect(dump['idempotency_keys']).toHaveLength(5);
    expect(dump['business_events']).not.toEqual([]);
    expect(dump['audit_events']).not.toEqual([]);
  });

  it('leaves nothing of a business that was written, replaced and completed, but its users', async () => {
    const databaseId = await writeEverything(2000);
    const all = { business: { databaseId }, deleteMode: 'ALL' };
    await mutate(gateway, [
      'completeBusiness',
      { ...all, idempotencyKey: `${CANARY}-${randomUUID()}` },
    ]);
    await mutate(gateway, [
      'completeBusiness',
      { business: { externalId: 1000 }, deleteMode: 'ALL' },
    ]);
    expect(await listTablesHolding(gateway.db, CANARY)).toEqual(['answers', 'users']);
    const files = await gateway.db.selectFrom('files').select('id').execute();
    expect(files).toEqual([]);
  });

  it('leaves nothing of a participant that an upsert deleted', async () => {
    await gateway.db.deleteFrom('answers').execute();
    const input = { ...makeInput(3000), code: 'F/3', name: 'Tres' };
    await mutate(gateway, ['upsertBusiness', input]);
    const { idempotencyKey: _key, ...rest } = input;
    const without = { ...rest, participants: [], missingParticipants: 'DELETE' };
    await mutate(gateway, ['upsertBusiness', without]);
    expect(await listTablesHolding(gateway.db, CANARY)).toEqual(['users']);
  });

  it('is not quoted by refusals, nor by the log', async () => {
    const input = { ...makeInput(4000), expectedVersion: 9 };
    const refused = [
      await mutate(gateway, ['upsertBusiness', input]),
      await mutate(gateway, [
        'upsertBusiness',
        { ...input, code: `${CANARY}${'x'.repeat(300)}`, idempotencyKey: `${CANARY} with a space` },
      ]),
    ];
    expect(refused.map((one) => one.code)).toEqual(['VERSION_CONFLICT', 'VALIDATION_FAILED']);
    expect(JSON.stringify(refused)).not.toContain(CANARY);
    expect(gateway.logs).toContain('"route":"/graphql"');
    expect(gateway.logs).not.toContain(CANARY);
  });
});
