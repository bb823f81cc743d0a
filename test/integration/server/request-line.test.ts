import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABS } from '../../../src/schema/graphiql/tabs.ts';
import { openEventStream } from '../../support/clients/event-client.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { makeTrustingService } from '../../support/data/trusted.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { type LogLine, linesOf } from '../../support/probes/log-lines.ts';

const INFO = 30;
const WARN = 40;
const ERROR = 50;

const database = useDatabase();
let gateway: OpenGateway;
beforeAll(async () => {
  gateway = await openGateway(database.url);
  const { serviceId } = gateway.service;
  await makeBusiness(gateway.db, serviceId, { id: 100, participants: [{}, {}] });
});
afterAll(async () => {
  await gateway.close();
});

type Sent = { method?: string; headers?: Record<string, string>; body?: unknown };

/** The lines of one request, once its answer is read: the line of the request itself comes last. */
async function linesAbout(path: string, { method = 'GET', headers, body }: Sent = {}) {
  const requestId = randomUUID();
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...gateway.service.headers,
      ...headers,
      'x-request-id': requestId,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const find = (): LogLine[] =>
    linesOf(gateway.logs()).filter((line) => line.requestId === requestId);
  await expect.poll(() => find().at(-1)?.msg, { interval: 2 }).toBe('request');
  return { text, lines: find() };
}

async function lineOf(path: string, sent: Sent = {}): Promise<LogLine | undefined> {
  return (await linesAbout(path, sent)).lines.at(-1);
}

async function graphLine(body: object, headers: Record<string, string> = {}) {
  return await lineOf('/graphql', { method: 'POST', body, headers });
}

const DETAIL = '/api/v4/business/detail';
const A_NUMBER: unknown = expect.any(Number);
const A_TEXT: unknown = expect.any(String);
const BOTH: unknown = expect.arrayContaining(['invalid_input', 'forbidden']);

describe('the line of a request', () => {
  it('says who asked for what, what came of it, and what it took', async () => {
    const { service, serviceId } = gateway.service;
    const { text, lines } = await linesAbout(`${DETAIL}?id=100`);
    expect(lines).toEqual([
      {
        level: INFO,
        time: A_TEXT,
        requestId: A_TEXT,
        service,
        serviceId,
        caller: 'user',
        method: 'GET',
        route: DETAIL,
        operation: 'getBusinessDetail',
        status: 200,
        outcome: 'ok',
        cost: 1,
        sql: A_NUMBER,
        sqlMs: A_NUMBER,
        bytes: Buffer.byteLength(text),
        durationMs: A_NUMBER,
        msg: 'request',
      },
    ]);
  });

  it.each([
    ['{ business(by: {databaseId: 100}) { id } viewer { service } }', 'query business,viewer'],
    ['query Juan { a: business(by: {databaseId: 100}) { id } }', 'query business'],
    [
      '{ ...A ... { viewer { service } } } fragment A on Query { viewer { service } }',
      'query viewer',
    ],
    [
      'mutation Juan { issueAccessToken(input: {email: ""}) { __typename } }',
      'mutation issueAccessToken',
    ],
  ])(
    'calls an unknown document by its root fields, never by the name it has: %s',
    async (query, operation) => {
      // The fast lane answers what comes often.
      for (let time = 0; time < 4; time += 1)
        expect(await graphLine({ query })).toMatchObject({ route: '/graphql', operation });
    },
  );

  it('names five root fields at most', async () => {
    const query =
      '{ viewer {service} businesses {totalCount} questionnaireTemplates {key} node(id: "a") {id} nodes(ids: []) {id} __typename file(by: {databaseId: 100}) {id} }';
    const operation = 'query viewer,businesses,questionnaireTemplates,node,nodes,+2';
    expect(await graphLine({ query })).toMatchObject({ operation });
  });

  it('calls a document of GraphiQL’s tabs, and one that the service has approved, by its name', async () => {
    const query = TABS.find((tab) => tab.query.includes('query Viewer'))?.query ?? '';
    expect(await graphLine({ query, operationName: 'Viewer' })).toMatchObject({
      operation: 'query Viewer',
    });
    const text = 'query Page { viewer { service } }';
    const { headers } = await makeTrustingService(gateway.db, { page: text }, 'any');
    for (let time = 0; time < 4; time += 1) {
      const byId = await graphLine({ documentId: 'page' }, headers);
      expect(byId).toMatchObject({ operation: 'query Page', outcome: 'ok' });
      // The same text from whoever sends it is the caller's own.
      expect(await graphLine({ query: text }, headers)).toMatchObject({
        operation: 'query viewer',
      });
    }
  });

  it('counts the points, the statements that it sent, and what was looked up of its caller', async () => {
    expect(await graphLine({ query: '{ viewer { service } }' })).toMatchObject({ cost: 2 });
    const query =
      'mutation { completeBusiness(input: {business: {databaseId: 77}}) { __typename } }';
    gateway.statements.length = 0;
    const line = await graphLine({ query });
    const own = gateway.statements.length;
    expect(own).toBeGreaterThan(0);
    // A caller and a budget are looked up once in a while.
    expect([own, own + 1, own + 2]).toContain(line?.['sql']);
    expect(line?.['sqlMs']).toBeGreaterThan(0);
  });

  it('of a subscription comes when it begins, and again when it is over, with what was sent', async () => {
    const { headers } = gateway.service;
    const query = 'subscription Juan { businessEvents { id } }';
    const requestId = randomUUID();
    const find = (): LogLine[] =>
      linesOf(gateway.logs()).filter((line) => line.requestId === requestId);
    const stream = await openEventStream(gateway.url, {
      headers: { ...headers, 'x-request-id': requestId },
      query,
    });
    await expect.poll(() => find().length, { interval: 2 }).toBe(1);
    const asked = { caller: 'user', route: '/graphql', operation: 'subscription businessEvents' };
    expect(find()[0]).toMatchObject({ ...asked, level: INFO, msg: 'a stream begins' });
    const upsert =
      'mutation { upsertBusiness(input: {externalId: 5, code: "F/5"}) { __typename } }';
    await gateway.graphql(upsert);
    expect(await stream.next()).toBeDefined();
    stream.drop();
    await expect.poll(() => find().length, { interval: 2 }).toBe(2);
    expect(find()[1]).toMatchObject({
      ...asked,
      level: INFO,
      msg: 'request',
      outcome: 'ok',
      events: 1,
    });
    expect(find()[1]?.['bytes']).toBeGreaterThan(10);
  });
});

describe('the outcome of a request', () => {
  it.each([
    ['{ business(by: {databaseId: 100}) { nothing } }', 'graphql_validation_failed', INFO],
    ['{ business(by: ', 'graphql_parse_failed', INFO],
    ['{ businesses(first: 5000) { totalCount } }', 'invalid_input', INFO],
    [`{ ${'a '.repeat(3000)} }`, 'limit_exceeded', WARN],
    [
      'mutation { completeBusiness(input: {business: {databaseId: 77}}) { __typename } }',
      'business_not_found',
      INFO,
    ],
    [
      'mutation { attachDocument(input: {participant: {databaseId: 100}, typeCode: "X", downloadId: 1}) { __typename } }',
      'participant_not_found',
      INFO,
    ],
  ])(
    'of the graph is what went wrong, though the status is 200: %s',
    async (query, outcome, level) => {
      for (let time = 0; time < 4; time += 1)
        expect(await graphLine({ query })).toMatchObject({ status: 200, outcome, level });
    },
  );

  it('of the graph is a refusal of before, too', async () => {
    const unknown = { authorization: 'Bearer x' };
    expect(await graphLine({ query: '{ viewer { service } }' }, unknown)).toMatchObject({
      status: 401,
      caller: 'anonymous',
      outcome: 'unauthenticated',
      level: WARN,
    });
    expect(await lineOf('/graphql')).toMatchObject({
      status: 405,
      outcome: 'method_not_allowed',
      level: INFO,
    });
    const accept = { accept: 'image/png' };
    expect(await graphLine({ query: '{ viewer { service } }' }, accept)).toMatchObject({
      outcome: 'not_acceptable',
    });
    expect(await graphLine({ documentId: 'none' })).toMatchObject({
      outcome: 'persisted_query_not_found',
    });
    const { headers } = await makeTrustingService(gateway.db, {}, 'only');
    expect(await graphLine({ query: '{ viewer { service } }' }, headers)).toMatchObject({
      outcome: 'persisted_query_only',
      level: WARN,
    });
  });

  it.each([
    [`${DETAIL}?id=9`, 'GET', 'declined', INFO],
    [`${DETAIL}?id=x`, 'GET', 'invalid_input', INFO],
    ['/api/v4/fiduciary/77/complete', 'POST', 'business_not_found', INFO],
    ['/api/v4/file/77', 'GET', 'file_not_found', INFO],
    ['/api/v4/file/link/wrong', 'GET', 'unauthenticated', WARN],
    ['/api/v4/nothing', 'GET', 'not_found', INFO],
    [DETAIL, 'PUT', 'method_not_allowed', INFO],
    ['/nothing', 'GET', 'not_found', INFO],
  ])('of v4 and pages: %s by %s is %s', async (path, method, ...told) => {
    const [outcome, level] = told;
    expect(await lineOf(path, { method })).toMatchObject({ method, outcome, level });
  });

  it('is an error where something failed inside, and names the line that tells of it', async () => {
    await sql.raw('alter table businesses rename to elsewhere').execute(database.db);
    try {
      const query = '{ business(by: {databaseId: 100}) { id } viewer { nothing: service } }';
      const reports = [
        await linesAbout('/graphql', { method: 'POST', body: { query } }),
        await linesAbout(`${DETAIL}?id=100`),
      ];
      // HTTP has a 200 for the fault in the graph, which nobody is to take for one that went well.
      expect(reports[0]?.lines.at(-1)).toMatchObject({
        status: 500,
        httpStatus: 200,
        code: 'INTERNAL_SERVER_ERROR',
      });
      expect(reports[1]?.lines.at(-1)).toMatchObject({ status: 500 });
      expect(reports[1]?.lines.at(-1)).not.toHaveProperty('httpStatus');
      for (const { lines } of reports) {
        expect(lines).toHaveLength(2);
        const [fault, request] = lines;
        expect(fault).toMatchObject({ level: ERROR, err: { code: '42P01' } });
        expect(fault?.['fault']).toMatch(/^[0-9a-f-]{36}$/);
        expect(request).toMatchObject({
          level: ERROR,
          msg: 'request',
          outcome: 'server_error',
          fault: fault?.['fault'],
        });
      }
    } finally {
      await sql.raw('alter table elsewhere rename to businesses').execute(database.db);
    }
  });

  it('is the worst of several, and all are told', async () => {
    const tokens = await createTestTokens(gateway.db);
    const { headers } = await createTestService(gateway.db, tokens, { scopes: ['business:read'] });
    const query = `{
      completionPreview(business: {databaseId: 100}, deleteMode: MISSING_PARTICIPANTS) { version }
      file(by: {databaseId: 1}) { id }
    }`;
    expect(await graphLine({ query }, headers)).toMatchObject({
      outcome: 'forbidden',
      outcomes: BOTH,
      level: WARN,
    });
  });
});
