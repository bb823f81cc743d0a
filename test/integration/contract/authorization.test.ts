import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../../src/auth/scopes.ts';
import { compareRights } from '../../../src/db/row-security/role-rights.ts';
import { storeServiceKey } from '../../../src/resolvers/service/store-service-key.ts';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { schema } from '../../../src/schema/index.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeTemplate } from '../../support/data/factories.ts';
import { servedUrlOf } from '../../support/database/served-url.ts';
import { type Digest, digestTables } from '../../support/database/tables.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { type Reply, useGateway } from '../../support/gateway/gateway.ts';
import { makeTargetOf, type TargetNeeds } from './make-target.ts';
import {
  listSamples,
  MUTATION_SAMPLES,
  QUERY_SAMPLES,
  REST_SAMPLES,
  type Sample,
  SUBSCRIPTION_SAMPLES,
  type Target,
} from './samples.ts';

type CallerHeaders = Record<string, string>;

// What is read too slowly here is queued, and would change rows in the middle of a test.
const gateway = useGateway({ WORKER: 'off' }, { hasDemoLists: true });
let other: TestService;
/** A caller whose token lacks the scope, and one whose key does. */
let lacking: Map<Scope, CallerHeaders[]>;

beforeAll(async () => {
  const { db, service } = gateway;
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
  lacking = new Map(entries);
});

async function makeTarget(needs: TargetNeeds): Promise<Target> {
  lastDigest = undefined;
  return await makeTargetOf(gateway, needs);
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
  if (sample.refusalAction === undefined) return await expectRefused(sample, callers, 'forbidden');
  const target = await (untouched ??= makeTarget(EVERYTHING));
  const { audit_events: before, ...others } = await digestTables(gateway.db);
  for (const headers of callers)
    expect(refusalOf(await send(sample, target, headers))).toBe('forbidden');
  const { audit_events: after, ...unchanged } = await digestTables(gateway.db);
  expect(unchanged).toEqual(others);
  expect(parseInt(after ?? '', 10)).toBe(parseInt(before ?? '', 10) + callers.length);
}

function withoutToken(headers: CallerHeaders): CallerHeaders {
  const { authorization: _, ...others } = headers;
  return others;
}

function listFields(type: GraphQLObjectType | null | undefined): string[] {
  return Object.keys(type?.getFields() ?? {}).toSorted();
}

/** Log member of a statement that lacks a right. The digits alone occur in random request ids too. */
const LACKS_RIGHT = '"code":"42501"';

afterAll(() => {
  const lines = gateway.logs.split('\n').filter((line) => line.includes(LACKS_RIGHT));
  if (lines.length > 0) throw new Error(lines.join('\n'));
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

// Those with a scope answer a caller that has no other below.
describe.each(ALL_SAMPLES.filter(([, { scope }]) => scope === null))('%s', (_name, sample) => {
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
    for (const scope of scopes) expect(lacking.get(scope)).toHaveLength(2);
    const callers = scopes.flatMap((scope) => lacking.get(scope) ?? []);
    const lackingKeys = callers.filter(
      ({ 'x-api-key': apiKey }) => apiKey !== gateway.service.apiKey,
    );
    await expectForbidden(sample, sample.isForKeys ? lackingKeys.map(withoutToken) : callers);
  });

  it('needs no other scope than its own', async () => {
    const headers = await headersWith(scopes, sample);
    const reply = await send(sample, await makeTarget(sample), headers);
    expect(reply.status).toBe(200);
    expect(isAnswered(reply)).toBe(true);
  });
});

/** A caller with these scopes alone: a key without a token where that is how it is asked. */
async function headersWith(scopes: Scope[], { isForKeys }: Sample): Promise<CallerHeaders> {
  const { db, service } = gateway;
  if (isForKeys) {
    const apiKey = await storeServiceKey(db, { serviceId: service.serviceId, scopes });
    return { ...service.keyHeaders, 'x-api-key': apiKey };
  }
  const tokens = await createTestTokens(db);
  const { accessToken } = await tokens.issue({ ...service.caller, scopes: new Set(scopes) });
  return { ...service.headers, authorization: `Bearer ${accessToken}` };
}
