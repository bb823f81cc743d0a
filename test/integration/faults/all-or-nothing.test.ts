import { isDeepStrictEqual } from 'node:util';
import { AbortedTransactionError, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTransaction } from '../../../src/db/transaction.ts';
import { schema } from '../../../src/schema/index.ts';
import { makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type Dump, dumpTables } from '../../support/database/tables.ts';
import {
  type JsonReply,
  type OpenGateway,
  openGateway,
} from '../../support/gateway/open-gateway.ts';
import { holdBusiness } from '../../support/probes/locks.ts';
import { createProxy, type Proxy } from '../../support/processes/proxy.ts';

const database = useDatabase();
let proxy: Proxy;
let gateway: OpenGateway;
let businessId = 0;
let participantId = 0;
let externalId = 0;

beforeAll(async () => {
  proxy = await createProxy(database.url);
  gateway = await openGateway(proxy.url, {
    STATEMENT_TIMEOUT_MS: '1000',
    LOCK_TIMEOUT_MS: '200',
    DATABASE_POOL_SIZE: '2',
  });
  await makeTemplate(gateway.db, gateway.service.serviceId, {
    key: 'kyc',
    questions: ['q1', 'q2'],
  });
});
afterAll(async () => {
  await gateway.close();
  await proxy.close();
});
beforeEach(async () => {
  const made = await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: [{ documents: [['INE', 7]] }, { legalActFolio: 'F-1' }],
  });
  businessId = made.id;
  participantId = made.participantIds[0] ?? 0;
  externalId = made.externalId;
  // Authenticated and connected beforehand, so that every statement is one of the change.
  await gateway.request('GET', '/api/v4/business/detail?id=1');
  gateway.statements.length = 0;
});
afterEach(() => {
  gateway.afterStatement.run = async () => await Promise.resolve();
});

type Change = { name: string; send: () => Promise<JsonReply> };

const COMPLETE: Change = {
  name: 'completeBusiness',
  send: async () =>
    await gateway.request('POST', `/api/v4/fiduciary/${businessId}/complete`, {
      delete_mode: 'all',
    }),
};
let turn = 0;
const IMPORT: Change = {
  name: 'importAnswers',
  send: async () => {
    turn += 1;
    return await gateway.request('POST', '/api/v4/quiz/answers/import/api', {
      user_id: gateway.service.userId,
      templates: ['kyc'],
      answers: [{ question: 'q1', answer: `answer ${turn}` }],
    });
  },
};
const TOKEN: Change = {
  name: 'issueAccessToken',
  send: async () => {
    const response = await fetch(`${gateway.url}/api/v4/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...gateway.service.keyHeaders },
      body: JSON.stringify({ email: gateway.service.email }),
    });
    const { status, headers } = response;
    return { status, headers, body: await response.json() };
  },
};
const GRAPH: Change = {
  name: 'completeBusiness of the graph',
  send: async () =>
    await gateway.graphql(
      `mutation ($id: SafeInt!) {
        completeBusiness(input: {business: {databaseId: $id}, deleteMode: ALL}) { __typename }
      }`,
      { id: businessId },
    ),
};

/** These change nothing of a business that is there; every other mutation of the graph waits for its business. */
const WITHOUT_BUSINESS = [
  'addWebhookEndpoint',
  'completeFileUpload',
  'createFileUpload',
  'createUser',
  'deleteScreening',
  'disableUser',
  'disableWebhookEndpoint',
  'enableUser',
  'enableWebhookEndpoint',
  'extractDocument',
  'finalizeSocioeconomicReport',
  'importAnswers',
  'issueAccessToken',
  'redeliverWebhook',
  'removeWebhookEndpoint',
  'revokeConsent',
  'rotateWebhookSecret',
  'screen',
  'testWebhookEndpoint',
  'updateScreeningSettings',
  'updateSocioeconomicSection',
  'updateUser',
  'upsertQuestionnaireTemplate',
];

/** Sends every mutation that holds its business, for the one of the test; answers their results by name. */
async function sendAllHeld(): Promise<[string, unknown][]> {
  const participant = { databaseId: participantId };
  const verdict = { verdict: 'FALSE_POSITIVE', reason: 'HOMONYM' };
  const inputs = {
    completeBusiness: { business: { databaseId: businessId } },
    upsertBusiness: { externalId, code: 'F/1' },
    upsertBusinesses: { businesses: [{ externalId, code: 'F/1' }] },
    resolveParticipantMatches: { participant },
    resolvePersonMatches: { externalPersonId: 500_000 + participantId, ...verdict },
    attachDocument: { participant, typeCode: 'INE', downloadId: 9 },
    recordConsent: { participant, purpose: 'SOCIOECONOMIC_REPORT', textVersion: '1' },
    generateSocioeconomicReport: { participant },
    applyExtraction: { participant, extractionId: 1, fields: ['RFC'] },
  };
  const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect([...Object.keys(inputs), ...WITHOUT_BUSINESS].toSorted()).toEqual(fields.toSorted());
  const results = Object.entries(inputs).map(async ([name, input]): Promise<[string, unknown]> => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const { body } = await gateway.graphql(
      `mutation ($input: ${type}!) { result: ${name}(input: $input) {
        __typename ... on UserError { code message } ... on IdempotencyError { retryable }
      } }`,
      { input },
    );
    return [name, body];
  });
  return await Promise.all(results);
}

const CHANGES = [COMPLETE, IMPORT, TOKEN, GRAPH];

/** Ends every transaction between two of its statements. */
async function killBackends(): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  );
}

function isSuccess({ status, body }: JsonReply): boolean {
  return status === 200 && !JSON.stringify(body).includes('"errors"');
}

async function dump(): Promise<Dump> {
  return await dumpTables(database.db);
}

describe.each(CHANGES)('$name', (change) => {
  it('is whole or nothing wherever its connection breaks between two statements', async () => {
    const outcomes: { isDone: boolean; isChanged: boolean }[] = [];
    while (outcomes.at(-1)?.isDone !== true && outcomes.length < 20) {
      const place = outcomes.length + 1;
      let seen = 0;
      let killed = Promise.resolve();
      gateway.afterStatement.run = async (statement) => {
        seen = statement === 'begin' ? 1 : seen + 1;
        if (seen === place) killed = killBackends();
        // Nobody waits for the begin itself, but for those that went out with it.
        await killed;
      };
      const before = await dump();
      const isDone = isSuccess(await change.send());
      outcomes.push({ isDone, isChanged: !isDeepStrictEqual(await dump(), before) });
    }
    // One break behind each statement of the change that comes before the last round trip, and one behind its commit.
    expect(outcomes.length).toBeGreaterThan(2);
    const refused = outcomes.slice(1).map(() => ({ isDone: false, isChanged: false }));
    expect(outcomes).toEqual([...refused, { isDone: true, isChanged: true }]);
  });

  it('is nothing where a statement fails that went out with its commit, and may be sent again', async () => {
    await sql`create function refuse() returns trigger language plpgsql as
      'begin raise exception ''refused''; end'`.execute(database.db);
    await sql`create trigger refuse before insert on audit_events execute function refuse()`.execute(
      database.db,
    );
    const before = await dump();
    const reply = await change.send();
    await sql`drop function refuse cascade`.execute(database.db);
    expect(isSuccess(reply)).toBe(false);
    expect(await dump()).toEqual(before);
    expect(isSuccess(await change.send())).toBe(true);
  });

  it('is not acknowledged when the commit does not reach the server, and nothing is changed', async () => {
    const before = await dump();
    proxy.breakOn('commit', 'before');
    expect(isSuccess(await change.send())).toBe(false);
    expect(await dump()).toEqual(before);
  });

  it('is not acknowledged when the answer to its commit is lost, and succeeds when it is sent again', async () => {
    proxy.breakOn('commit', 'after');
    expect(isSuccess(await change.send())).toBe(false);
    expect(isSuccess(await change.send())).toBe(true);
  });
});

describe('time-outs of the database', () => {
  it('409 answers who waits too long for a lock, on both wires; nothing is changed, and it may be asked again', async () => {
    const { serviceId } = gateway.service;
    const release = await holdBusiness(database.pool, { serviceId, businessId });
    const before = await dump();
    const message = 'A request for the same data is still under way';
    expect(await COMPLETE.send()).toMatchObject({
      status: 409,
      body: { data: {}, message, success: false, code_message: 'operation_in_progress' },
    });
    const result = {
      __typename: 'IdempotencyError',
      code: 'OPERATION_IN_PROGRESS',
      message: 'Another request is changing the same data. Nothing was changed. Retry later.',
      retryable: true,
    };
    for (const [name, body] of await sendAllHeld())
      expect([name, body]).toEqual([name, { data: { result } }]);
    expect(await dump()).toEqual(before);
    await release();
    expect(isSuccess(await COMPLETE.send())).toBe(true);
  });

  it('500 answers a statement that takes too long, and its connection goes on to serve', async () => {
    const client = await database.pool.connect();
    await client.query('begin; lock table persons in access exclusive mode');
    // The lock stays until the response has come: without the limit of statements, it never comes.
    const limited = await openGateway(database.url, {
      STATEMENT_TIMEOUT_MS: '1000',
      LOCK_TIMEOUT_MS: '600000',
      DATABASE_POOL_SIZE: '1',
    });
    const { id } = await makeBusiness(limited.db, limited.service.serviceId);
    const reply = await limited.request('GET', `/api/v4/business/detail?id=${id}`);
    expect(reply).toMatchObject({
      status: 500,
      body: { message: 'Error fetching business detail' },
    });
    await client.query('rollback');
    client.release();
    const again = await limited.request('GET', `/api/v4/business/detail?id=${id}`);
    expect(again.status).toBe(200);
    await limited.close();
  });
});

describe('a transaction', () => {
  it('whose failed statement was swallowed is not taken for committed', async () => {
    const work = runInTransaction(gateway.db, async (tx) => {
      await sql`update businesses set name = 'changed'`.execute(tx);
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(work).rejects.toBeInstanceOf(AbortedTransactionError);
    const names = await gateway.db.selectFrom('businesses').select('name').execute();
    expect(names.map((one) => one.name)).not.toContain('changed');
  });
});
