import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../../src/auth/scopes.ts';
import { compareRights } from '../../../src/db/row-security/role-rights.ts';
import type { AuditAction } from '../../../src/domain/audit-event.ts';
import { storeServiceKey } from '../../../src/resolvers/service/store-service-key.ts';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { schema } from '../../../src/schema/index.ts';
import { at } from '../../support/clients/graphql.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { makeBusiness, makeReceipt, makeTemplate } from '../../support/data/factories.ts';
import { makeScreening } from '../../support/data/make-screening.ts';
import { servedUrlOf } from '../../support/database/served-url.ts';
import { type Digest, digestTables } from '../../support/database/tables.ts';
import {
  addTestUser,
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { type Reply, useGateway } from '../../support/gateway/gateway.ts';
import { makeDocumentTarget, NO_DOCUMENT } from './document-target.ts';
import { makeFileTarget } from './file-target.ts';
import {
  listSamples,
  MUTATION_SAMPLES,
  QUERY_SAMPLES,
  REST_SAMPLES,
  type Sample,
  SUBSCRIPTION_SAMPLES,
  type Target,
} from './samples.ts';
import { makeReportTarget, NO_REPORT } from './socioeconomic-target.ts';
import { makeWebhookTarget, NO_WEBHOOK } from './webhook-target.ts';

type CallerHeaders = Record<string, string>;

// What is read too slowly here is queued, and would change rows in the middle of a test.
const gateway = useGateway({ WORKER: 'off' });
let other: TestService;
/** A caller whose token lacks the scope, and one whose key does. */
let lacking: Record<Scope, CallerHeaders[]>;

beforeAll(async () => {
  const { db, service } = gateway;
  await addDemoLists(gateway.databaseUrl);
  const tokens = await createTestTokens(db);
  other = await createTestService(db, tokens);
  await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
  const entries: [Scope, CallerHeaders[]][] = [];
  for (const scope of SCOPES) {
    const scopes = SCOPES.filter((one) => one !== scope);
    const { accessToken } = await tokens.issue({ ...service.caller, scopes: new Set(scopes) });
    const apiKey = await storeServiceKey(db, { serviceId: service.serviceId, scopes });
    const byToken = { ...service.headers, authorization: `Bearer ${accessToken}` };
    entries.push([scope, [byToken, { ...service.headers, 'x-api-key': apiKey }]]);
  }
  lacking = recordOf(entries);
});

function recordOf(entries: [Scope, CallerHeaders[]][]): Record<Scope, CallerHeaders[]> {
  const of = (scope: Scope) => entries.find(([name]) => name === scope)?.[1] ?? [];
  return {
    'business:read': of('business:read'),
    'personal:read': of('personal:read'),
    'business:write': of('business:write'),
    'business:complete': of('business:complete'),
    'answers:import': of('answers:import'),
    'tax:validate': of('tax:validate'),
    'list:read': of('list:read'),
    'screening:read': of('screening:read'),
    'screening:write': of('screening:write'),
    'screening:manage': of('screening:manage'),
    'report:read': of('report:read'),
    'report:write': of('report:write'),
    'file:read': of('file:read'),
    'file:write': of('file:write'),
    'questionnaire:write': of('questionnaire:write'),
    'user:manage': of('user:manage'),
    'token:issue': of('token:issue'),
    'audit:read': of('audit:read'),
    'webhook:manage': of('webhook:manage'),
  };
}

type Needs = Pick<Sample, 'needsFile' | 'needsDocument' | 'needsReport' | 'needsWebhook'>;

/** A business of its own for each test, so that no order is needed. */
async function makeTarget({
  needsFile = false,
  needsDocument = false,
  needsReport = false,
  needsWebhook = false,
}: Needs): Promise<Target> {
  lastDigest = undefined;
  const { db, service } = gateway;
  const made = await makeBusiness(db, service.serviceId, {
    participants: [{ documents: [['INE', 7]] }],
  });
  const { userId, email } = service;
  const receiptId = await makeReceipt(db, service.serviceId);
  const participantId = made.participantIds[0] ?? 0;
  const personId = 500_000 + participantId;
  const sendOne = async (method: string, path: string, body: object) =>
    (await gateway.request(method, path, { body })).body;
  const document = needsDocument ? await makeDocumentTarget(participantId, sendOne) : NO_DOCUMENT;
  const files = needsFile
    ? await makeFileTarget(participantId, sendOne)
    : { fileId: 0, readPath: '', writePath: '' };
  const { userId: colleagueId } = await addTestUser(db, service.serviceId);
  const ask = async (query: string) => (await gateway.graphql(query)).body;
  const webhook = needsWebhook ? await makeWebhookTarget(db, service.serviceId, ask) : NO_WEBHOOK;
  const report = needsReport ? await makeReportTarget(participantId, ask) : NO_REPORT;
  const users = { userId, email, colleagueId };
  const { id: screeningId } = await makeScreening(db, service.serviceId);
  return {
    businessId: made.id,
    participantId,
    personId,
    receiptId,
    ...users,
    ...files,
    ...document,
    ...webhook,
    ...report,
    screeningId,
  };
}

/** Digest of the tables after the last refusal; undefined as soon as a request or a fixture may have changed them. */
let lastDigest: Digest | undefined;

async function send(sample: Sample, target: Target, headers: CallerHeaders): Promise<Reply> {
  lastDigest = undefined;
  const { method, path, body } = sample.request(target);
  return await gateway.request(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

function outcomeOf({ body }: Reply): unknown {
  return Object.values(at(body, 'data') ?? {})[0];
}

function isAnswered(reply: Reply): boolean {
  if (at(reply.body, 'success') !== undefined) return at(reply.body, 'success') === true;
  const outcome = outcomeOf(reply);
  const typename = at(outcome, '__typename');
  const isError = typeof typename === 'string' && typename.endsWith('Error');
  return at(reply.body, 'errors') === undefined && outcome !== null && !isError;
}

type Refusal = 'unauthenticated' | 'forbidden';

/** How a reply refuses its caller, in the words of its wire; the reply itself where it does not. */
function refusalOf(reply: Reply): unknown {
  const outcome = outcomeOf(reply) ?? null;
  if (at(outcome, '__typename') === 'NotAuthorizedError')
    return at(outcome, 'requiredScope') === null ? 'unauthenticated' : 'forbidden';
  const isGraph = at(reply.body, 'errors', 0, 'extensions', 'code') === 'NOT_AUTHORIZED';
  const isRest = reply.status !== 200 && at(reply.body, 'code_message') === 'unauthorized';
  if (outcome !== null || isGraph === isRest) return reply;
  return reply.status === 401 ? 'unauthenticated' : 'forbidden';
}

const EVERYTHING = { needsFile: true, needsDocument: true, needsReport: true, needsWebhook: true };
/** What those ask for who are refused: one for all of them, since nothing of it changes. */
let untouched: Promise<Target> | undefined;

/** Expects that each of the callers gets nothing but a refusal, and that no row of any service has changed. */
async function expectRefused(sample: Sample, callers: CallerHeaders[], refusal: Refusal) {
  const target = await (untouched ??= makeTarget(EVERYTHING));
  const before = lastDigest ?? (await digestTables(gateway.db));
  for (const headers of callers)
    expect(refusalOf(await send(sample, target, headers))).toBe(refusal);
  const after = await digestTables(gateway.db);
  expect(after).toEqual(before);
  lastDigest = after;
}

/** The same for callers that are known; a request for a token leaves an audit event for each. */
async function expectForbidden(sample: Sample, callers: CallerHeaders[]): Promise<void> {
  const action = sample.refusalAction;
  if (action === undefined) {
    await expectRefused(sample, callers, 'forbidden');
    return;
  }
  const target = await (untouched ??= makeTarget(EVERYTHING));
  const [before, events] = [await digestTables(gateway.db), await countEvents(action)];
  for (const headers of callers)
    expect(refusalOf(await send(sample, target, headers))).toBe('forbidden');
  expect(await countEvents(action)).toBe(events + callers.length);
  expect({ ...(await digestTables(gateway.db)), audit_events: '' }).toEqual({
    ...before,
    audit_events: '',
  });
}

async function countEvents(action: AuditAction): Promise<number> {
  const events = gateway.db.selectFrom('audit_events').select('id').where('action', '=', action);
  return (await events.execute()).length;
}

function withoutToken({ authorization: _, ...headers }: CallerHeaders): CallerHeaders {
  return headers;
}

function listFields(type: GraphQLObjectType | null | undefined): string[] {
  return Object.keys(type?.getFields() ?? {}).toSorted();
}

/** A statement that lacks a right is a fault of ours: its line in the log has its code. */
afterAll(() => {
  expect(gateway.logs.split('\n').filter((line) => line.includes('42501'))).toEqual([]);
});

describe('the samples', () => {
  it('are answered by a gateway whose role has the rights of serving and no others', async () => {
    const role = new URL(servedUrlOf(gateway.databaseUrl)).username;
    expect(await compareRights(gateway.db, { role, kind: 'serve' })).toEqual({
      lacking: [],
      excess: [],
    });
  });

  it('are of every v4 route', () => {
    const ids = ROUTES.map((route) => route.description.operationId);
    expect(Object.keys(REST_SAMPLES).toSorted()).toEqual(ids.toSorted());
  });

  it('are of every root field', () => {
    expect(Object.keys(QUERY_SAMPLES).toSorted()).toEqual(listFields(schema.getQueryType()));
    expect(Object.keys(MUTATION_SAMPLES).toSorted()).toEqual(listFields(schema.getMutationType()));
    const subscriptions = listFields(schema.getSubscriptionType());
    expect(Object.keys(SUBSCRIPTION_SAMPLES).toSorted()).toEqual(subscriptions);
  });
});

const ALL_SAMPLES = listSamples();
const SAMPLES = ALL_SAMPLES.filter(([, { isForLinks = false }]) => !isForLinks);

function headersFor({ isForKeys }: Sample): CallerHeaders {
  return isForKeys ? gateway.service.keyHeaders : gateway.service.headers;
}

describe.each(ALL_SAMPLES)('%s', (_name, sample) => {
  it('answers a caller of the service that has every scope', async () => {
    const reply = await send(sample, await makeTarget(sample), headersFor(sample));
    expect(reply.status).toBe(200);
    expect(isAnswered(reply)).toBe(true);
  });
});

describe.each(ALL_SAMPLES.filter((one) => !SAMPLES.includes(one)))('%s', (_name, sample) => {
  it('answers whoever has the link, without headers', async () => {
    expect(isAnswered(await send(sample, await makeTarget(sample), {}))).toBe(true);
  });

  it('refuses a link that was changed, whatever the headers', async () => {
    const target = await makeTarget(sample);
    const before = await digestTables(gateway.db);
    const { readPath, writePath } = target;
    const wrong = { ...target, readPath: spoil(readPath), writePath: spoil(writePath) };
    const reply = await send(sample, wrong, gateway.service.headers);
    expect(refusalOf(reply)).toBe('unauthenticated');
    expect(await digestTables(gateway.db)).toEqual(before);
  });
});

function spoil(path: string): string {
  return `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
}

describe.each(SAMPLES)('%s', (_name, sample) => {
  it('refuses no caller', async () => {
    await expectRefused(sample, [{}], 'unauthenticated');
  });

  it('refuses a wrong key and a wrong service', async () => {
    const { headers } = gateway.service;
    const wrongKey = { ...headers, 'x-api-key': `${headers['x-api-key']}x` };
    await expectRefused(sample, [wrongKey, { ...headers, service: 'nobody' }], 'unauthenticated');
  });

  it('refuses a key or a name of another service', async () => {
    const { headers } = gateway.service;
    const foreignName = { ...headers, service: other.service };
    const foreignKey = { ...headers, 'x-api-key': other.apiKey };
    await expectRefused(sample, [foreignName, foreignKey], 'unauthenticated');
  });
});

describe.each(SAMPLES.filter(([, { isForKeys }]) => isForKeys))('%s', (_name, sample) => {
  it('refuses a user with every scope, and records it', async () => {
    const { db, service } = gateway;
    const apiKey = await storeServiceKey(db, { serviceId: service.serviceId, scopes: [...SCOPES] });
    const callers = [service.headers, { ...service.headers, 'x-api-key': apiKey }];
    await expectForbidden(sample, callers);
  });
});

describe.each(SAMPLES.filter(([, { isForKeys }]) => !isForKeys))('%s', (_name, sample) => {
  it('refuses a key without a token', async () => {
    await expectRefused(sample, [gateway.service.keyHeaders], 'unauthenticated');
  });

  it('refuses a wrong token and one of another service', async () => {
    const { headers } = gateway.service;
    const tokens = [`${headers.authorization}x`, other.headers.authorization];
    const callers = tokens.map((authorization) => ({ ...headers, authorization }));
    await expectRefused(sample, callers, 'unauthenticated');
  });
});

const SCOPED = SAMPLES.flatMap(([name, sample]) =>
  sample.scope === null
    ? []
    : [{ name, sample, scopes: [sample.scope, ...(sample.otherScopes ?? [])] }],
);

describe.each(SCOPED)('$name', ({ sample, scopes }) => {
  it('refuses a token and a key without its scope', async () => {
    for (const scope of scopes) expect(lacking[scope]).toHaveLength(2);
    const callers = scopes.flatMap((scope) => lacking[scope]);
    const lackingKeys = callers.filter(
      ({ 'x-api-key': apiKey }) => apiKey !== gateway.service.apiKey,
    );
    await expectForbidden(sample, sample.isForKeys ? lackingKeys.map(withoutToken) : callers);
  });

  it('needs no other scope than its own', async () => {
    const { db, service } = gateway;
    if (sample.isForKeys) {
      const apiKey = await storeServiceKey(db, { serviceId: service.serviceId, scopes });
      const headers = { ...service.keyHeaders, 'x-api-key': apiKey };
      expect(isAnswered(await send(sample, await makeTarget(sample), headers))).toBe(true);
      return;
    }
    const tokens = await createTestTokens(db);
    const { accessToken } = await tokens.issue({ ...service.caller, scopes: new Set(scopes) });
    const headers = { ...service.headers, authorization: `Bearer ${accessToken}` };
    expect(isAnswered(await send(sample, await makeTarget(sample), headers))).toBe(true);
  });
});
