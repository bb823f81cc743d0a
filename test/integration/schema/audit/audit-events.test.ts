import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, dataOf, errorOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { download, makePdf, uploadAndGetId } from '../../../support/data/files.ts';
import { businessLine, importLines, participant } from '../../../support/data/imports.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

beforeEach(async () => {
  await sql`delete from audit_events`.execute(gateway.db);
});

const EVENT = `action caller userId apiKeyId requestId businessDatabaseId participantDatabaseIds
  business { databaseId name } receipt { businessDatabaseId deletedParticipantCount }
  file { databaseId name }`;
const eventSchema = z.object({
  action: z.string(),
  caller: z.string(),
  userId: z.number().nullable(),
  apiKeyId: z.number().nullable(),
  requestId: z.string().nullable(),
  businessDatabaseId: z.number().nullable(),
  participantDatabaseIds: z.array(z.number()),
  business: z.object({ databaseId: z.number(), name: z.string().nullable() }).nullable(),
  receipt: z
    .object({ businessDatabaseId: z.number(), deletedParticipantCount: z.number() })
    .nullable(),
  file: z.object({ databaseId: z.number(), name: z.string() }).nullable(),
});

async function list(args = '', headers?: TestService['headers']) {
  const reply = await gateway.graphql(
    `{ auditEvents${args} { totalCount nodes { ${EVENT} } } }`,
    {},
    headers,
  );
  const nodes = z.array(eventSchema).parse(at(dataOf(reply), 'auditEvents', 'nodes'));
  expect(at(dataOf(reply), 'auditEvents', 'totalCount')).toBe(nodes.length);
  return nodes;
}

const UPSERT = `mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) {
  ... on UpsertBusinessPayload { business { databaseId participants { nodes { databaseId } } } } } }`;

/** The business that an upsert wrote, its participant, and the id of the request. */
async function upsert(externalId: number) {
  const requestedDocumentTypes = ['INE'];
  const person = { externalPersonId: 71, personType: 'NATURAL_PERSON', name: 'Secreta' };
  const participants = [{ ...person, requestedDocumentTypes }];
  const input = { externalId, code: 'C', name: 'Fideicomiso', participants };
  const reply = await gateway.graphql(UPSERT, { input });
  const business = at(dataOf(reply), 'upsertBusiness', 'business');
  return {
    id: Number(at(business, 'databaseId')),
    participantId: Number(at(business, 'participants', 'nodes', 0, 'databaseId')),
    requestId: reply.headers.get('x-request-id'),
  };
}

/** A page with all that its events lead to. */
const deepPage = (first: number) => `{ auditEvents(first: ${first}) { nodes { ${EVENT}
  file { business { name } documents { typeCode } } receipt { business { name } } } } }`;

async function countStatements(first: number): Promise<number> {
  dataOf(await gateway.graphql('{ viewer { service } }'));
  gateway.statements.length = 0;
  dataOf(await gateway.graphql(deepPage(first)));
  return gateway.statements.length;
}

describe('auditEvents', () => {
  it('tells who did what to a business, when and by which request, also once it is deleted', async () => {
    const { userId, apiKeyId } = gateway.service;
    const { id, participantId, requestId } = await upsert(1);
    const by = { caller: 'USER', userId, apiKeyId };
    const business = { databaseId: id, name: 'Fideicomiso' };
    const none = { receipt: null, file: null };
    const [upserted, ...others] = await list(`(filter: { businessDatabaseId: ${id} })`);
    expect(others).toEqual([]);
    expect(upserted).toEqual({
      ...by,
      ...none,
      action: 'BUSINESS_UPSERTED',
      requestId,
      business,
      businessDatabaseId: id,
      participantDatabaseIds: [],
    });
    const fields = { participant_id: String(participantId), cod_tipo_docto: 'INE' };
    const file = await uploadAndGetId(gateway, { bytes: makePdf(), name: 'ine.pdf', fields });
    const page = `(filter: { businessDatabaseId: ${id} })`;
    expect(await list(page)).toMatchObject([
      { ...by, action: 'DOCUMENT_ATTACHED', file: { databaseId: file, name: 'ine.pdf' } },
      { ...by, action: 'FILE_UPLOADED', participantDatabaseIds: [participantId], business },
      { ...by, action: 'BUSINESS_UPSERTED' },
    ]);
    const path = `/api/v4/fiduciary/${id}/complete`;
    await gateway.request('POST', path, { body: { delete_mode: 'all' } });
    const [completed, ...before] = await list(page);
    expect(completed).toMatchObject({
      ...by,
      action: 'BUSINESS_COMPLETED',
      businessDatabaseId: id,
      business: null,
      receipt: { businessDatabaseId: id, deletedParticipantCount: 1 },
    });
    expect(before.map((one) => [one.business, one.file])).toEqual(before.map(() => [null, null]));
    expect(before).toHaveLength(3);
  });

  it('says as whom: a user, a link, a key alone, an operator', async () => {
    const { id } = await upsert(2);
    const fields = { business_id: String(id) };
    const bytes = makePdf();
    const fileId = await uploadAndGetId(gateway, { bytes, name: 'a.pdf', fields });
    const link = `{ file(by: { databaseId: ${fileId} }) { downloadUrl } }`;
    const url = String(at(dataOf(await gateway.graphql(link)), 'file', 'downloadUrl'));
    expect((await download(gateway, url)).status).toBe(200);
    const { authorization: _left, ...key } = gateway.service.headers;
    await gateway.request('POST', '/api/v4/auth/token', {
      body: { email: gateway.service.email },
      headers: key,
    });
    const pool = createTestPool(gateway.databaseUrl);
    const { service: name, serviceId } = gateway.service;
    const lines = [businessLine({ id_negocio: 3, participantes: [participant()] })];
    await importLines({ pool }, { name, serviceId }, lines);
    await pool.end();
    const events = await list();
    expect(events.map((one) => [one.action, one.caller])).toEqual([
      ['DATA_IMPORTED', 'OPERATOR'],
      ['BUSINESS_IMPORTED', 'OPERATOR'],
      ['ACCESS_TOKEN_ISSUED', 'KEY'],
      ['FILE_DOWNLOADED', 'LINK'],
      ['FILE_UPLOADED', 'USER'],
      ['BUSINESS_UPSERTED', 'USER'],
    ]);
    expect(events[1]).toMatchObject({ userId: null, apiKeyId: null, requestId: null });
    expect(events[1]?.business?.databaseId).toBe(events[1]?.businessDatabaseId);
    expect(events[3]).toMatchObject({ businessDatabaseId: id, file: { databaseId: fileId } });
    expect(JSON.stringify(events)).not.toContain('Secreta');
  });

  it('has an event for each business where one request was about several', async () => {
    const { db, service } = gateway;
    const participants = [{ personExternalId: 99, hasPendingMatches: true }];
    const made = [
      await makeBusiness(db, service.serviceId, { participants }),
      await makeBusiness(db, service.serviceId, { participants }),
    ];
    const body = { id_persona: 99, resolution: 'FALSE_POSITIVE', reason: 'homonym' };
    await gateway.request('POST', '/api/v4/fiduciary/person/matches/resolved', { body });
    const people = made.map((one) => one.participantIds[0]);
    const read = people.map(
      (one, place) =>
        `p${place}: participant(by: { databaseId: ${one} }) { personalInformation { rfc } }`,
    );
    dataOf(await gateway.graphql(`{ ${read.join(' ')} }`));
    for (const [place, { id, participantIds }] of made.entries()) {
      const events = await list(`(filter: { businessDatabaseId: ${id} })`);
      expect([place, events.map((one) => one.action)]).toEqual([
        place,
        ['PERSONAL_INFORMATION_READ', 'MATCHES_RESOLVED'],
      ]);
      for (const one of events) expect(one.participantDatabaseIds).toEqual(participantIds);
    }
    const [first, second] = await list('(filter: { action: MATCHES_RESOLVED })');
    expect(first?.requestId).toBe(second?.requestId);
  });

  it('passes what all of the filter holds for, and shows nothing of another service', async () => {
    const { id } = await upsert(4);
    const now = new Date(Date.now() + 60_000).toISOString();
    const { userId } = gateway.service;
    const all = `businessDatabaseId: ${id}, userId: ${userId}, action: BUSINESS_UPSERTED`;
    expect(await list(`(filter: { ${all}, occurredBefore: "${now}" })`)).toHaveLength(1);
    expect(await list(`(filter: { ${all}, occurredSince: "${now}" })`)).toEqual([]);
    expect(await list(`(filter: { action: FILE_UPLOADED, userId: ${userId} })`)).toEqual([]);
    expect(await list('(filter: { userId: null, action: null })')).toHaveLength(1);
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    expect(await list(`(filter: { businessDatabaseId: ${id} })`, other.headers)).toEqual([]);
    expect(await list('', other.headers)).toMatchObject([{ action: 'API_KEY_ADDED' }]);
  });

  it('refuses pages that are too long, and a filter that no id fits', async () => {
    for (const args of ['(first: 101)', '(filter: { userId: 0 })', '(after: "x")']) {
      const reply = await gateway.graphql(`{ auditEvents${args} { totalCount } }`);
      expect([args, at(errorOf(reply), 'code')]).toEqual([args, 'VALIDATION_FAILED']);
    }
  });

  it('null is the action that only another version knows', async () => {
    const { serviceId } = gateway.service;
    const row = { service_id: serviceId, action: 'moon_landed', details: '{}' };
    await gateway.db.insertInto('audit_events').values(row).execute();
    const reply = await gateway.graphql('{ auditEvents { nodes { action caller } } }');
    expect(at(dataOf(reply), 'auditEvents', 'nodes')).toEqual([
      { action: null, caller: 'OPERATOR' },
    ]);
  });

  it('sends as many statements for a page as for one event', async () => {
    for (const externalId of [10, 11, 12]) {
      const { id, participantId } = await upsert(externalId);
      const fields = { participant_id: String(participantId), cod_tipo_docto: 'INE' };
      await uploadAndGetId(gateway, { bytes: makePdf(), name: 'ine.pdf', fields });
      await gateway.request('POST', `/api/v4/fiduciary/${id}/complete`, {
        body: { delete_mode: 'juridical_only' },
      });
    }
    const four = await countStatements(4);
    expect(four).toBeGreaterThan(3);
    expect(await countStatements(12)).toBe(four);
  });
});
