import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mutate } from '../../support/clients/mutate.ts';
import { INVALID_REQUEST, sendV4, UNAUTHENTICATED } from '../../support/clients/v4.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { addPerson, runMutation } from '../../support/data/socioeconomic-reports.ts';
import { dumpTables } from '../../support/database/tables.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

describe('a replay after what it is about is gone', () => {
  it('of an upsert says that the business was deleted, and does not make it again', async () => {
    const input = { externalId: 1, code: 'F/1', idempotencyKey: randomUUID() };
    await mutate(gateway, ['upsertBusiness', input]);
    const all = { business: { externalId: 1 }, deleteMode: 'ALL' };
    await mutate(gateway, ['completeBusiness', all]);
    const before = await dumpTables(gateway.db);
    expect(await mutate(gateway, ['upsertBusiness', input])).toMatchObject({
      __typename: 'BusinessNotFoundError',
      code: 'BUSINESS_NOT_FOUND',
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('of mutations of a participant says that there is no such participant', async () => {
    const { db, service } = gateway;
    const made = await makeBusiness(db, service.serviceId, {
      participants: [{ hasPendingMatches: true, documents: [['INE', null]] }],
    });
    const participant = { databaseId: made.participantIds[0] };
    const attach = { participant, typeCode: 'INE', downloadId: 11, idempotencyKey: randomUUID() };
    const resolve = { participant, idempotencyKey: randomUUID() };
    await mutate(gateway, ['attachDocument', attach]);
    await mutate(gateway, ['resolveParticipantMatches', resolve]);
    const all = { business: { databaseId: made.id }, deleteMode: 'ALL' };
    await mutate(gateway, ['completeBusiness', all]);
    const notFound = { __typename: 'ParticipantNotFoundError' };
    expect(await mutate(gateway, ['attachDocument', attach])).toMatchObject(notFound);
    expect(await mutate(gateway, ['resolveParticipantMatches', resolve])).toMatchObject(notFound);
  });

  it('of a report and of a consent says that there is none', async () => {
    const person = await addPerson(gateway);
    const participant = { databaseId: person.participantId };
    const asked = { participant, purpose: 'SOCIOECONOMIC_REPORT', textVersion: '1' };
    const consent = { ...asked, idempotencyKey: randomUUID() };
    const report = { participant, idempotencyKey: randomUUID() };
    for (const replayed of [false, true]) {
      expect(await runMutation(gateway, ['recordConsent', consent])).toMatchObject({ replayed });
      expect(await runMutation(gateway, ['generateSocioeconomicReport', report])).toMatchObject({
        replayed,
      });
    }
    const all = { business: { databaseId: person.businessId }, deleteMode: 'ALL' };
    await mutate(gateway, ['completeBusiness', all]);
    const before = await dumpTables(gateway.db);
    expect(await runMutation(gateway, ['recordConsent', consent])).toMatchObject({
      __typename: 'ConsentNotFoundError',
    });
    expect(await runMutation(gateway, ['generateSocioeconomicReport', report])).toMatchObject({
      __typename: 'ReportNotFoundError',
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('of an attachment says that its document is not requested any more', async () => {
    const { db, service } = gateway;
    const made = await makeBusiness(db, service.serviceId, {
      externalId: 2,
      participants: [{ personExternalId: 21, documents: [['INE', null]] }],
    });
    const participant = { databaseId: made.participantIds[0] };
    const attach = { participant, typeCode: 'INE', downloadId: 22, idempotencyKey: randomUUID() };
    await mutate(gateway, ['attachDocument', attach]);
    const named = { externalPersonId: 21, personType: 'NATURAL_PERSON', name: 'Ana' };
    const upsert = {
      externalId: 2,
      code: 'F/2',
      participants: [named],
      missingDocuments: 'DELETE',
    };
    await mutate(gateway, ['upsertBusiness', upsert]);
    expect(await mutate(gateway, ['attachDocument', attach])).toMatchObject({
      __typename: 'InputValidationError',
      issues: [{ path: ['typeCode'] }],
    });
  });
});

async function send(path: string, key: string, headers: Record<string, string>) {
  const body = path === '/graphql' ? '{"query":"{ viewer { service } }"}' : '';
  const json = { 'content-type': 'application/json', 'idempotency-key': key };
  return await sendV4(gateway, path, { body, headers: { ...headers, ...json } });
}

async function makePath(): Promise<string> {
  const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: [{}],
  });
  return `/api/v4/fiduciary/${id}/complete`;
}

describe('the header Idempotency-Key', () => {
  const BAD = [
    ['is empty', ''],
    ['holds a space', 'a b'],
    ['holds a tab', 'a\tb'],
    ['is longer than 255 characters', 'k'.repeat(256)],
    ['is not ASCII', 'llavé'],
  ] as const;

  it.each(BAD)('400 is refused on REST where it %s, and nothing is done', async (_what, key) => {
    const path = await makePath();
    const before = await dumpTables(gateway.db);
    expect(await send(path, key, gateway.service.headers)).toMatchObject(INVALID_REQUEST);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it.each(BAD)('is refused on GraphQL where it %s, and nothing is done', async (_what, key) => {
    const before = await dumpTables(gateway.db);
    const upsert = { externalId: 3, code: 'F/3' };
    const result = await mutate(gateway, ['upsertBusiness', upsert], { 'idempotency-key': key });
    expect(result).toMatchObject({ __typename: 'InputValidationError', code: 'VALIDATION_FAILED' });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it.each(BAD)('200 is not looked at by what only reads, also where it %s', async (_what, key) => {
    expect(await send('/graphql', key, gateway.service.headers)).toMatchObject({ status: 200 });
  });

  it('400 is refused where it comes twice', async () => {
    const path = await makePath();
    const headers = new Headers(gateway.service.headers);
    headers.append('idempotency-key', 'one');
    headers.append('idempotency-key', 'two');
    // fetch joins the two with a comma and a space, and a space is in no key.
    const reply = await fetch(`${gateway.url}${path}`, { method: 'POST', headers });
    expect(reply.status).toBe(400);
  });

  it('200 may hold 255 characters of any visible ASCII', async () => {
    const key = `!"#$%&'()*+,-./:;<=>?@[]^_{|}~${'k'.repeat(225)}`;
    expect(key).toHaveLength(255);
    const path = await makePath();
    expect(await send(path, key, gateway.service.headers)).toMatchObject({ status: 200 });
    const again = await send(path, key, gateway.service.headers);
    expect(again.headers.get('idempotent-replay')).toBe('true');
  });

  it('401 is not looked at before the caller is known', async () => {
    const { authorization: _token, ...headers } = gateway.service.headers;
    expect(await send(await makePath(), 'a b', headers)).toMatchObject(UNAUTHENTICATED);
  });
});
