import { tracingChannel } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../../src/auth/scopes.ts';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import { makeBusiness, makeTemplate } from '../../../support/data/factories.ts';
import { repeatRandomly } from '../../../support/data/random.ts';
import { type RandomRequest, someRequest } from '../../../support/data/random-queries.ts';
import { makeTrustingService } from '../../../support/data/trusted.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { startNode } from '../../../support/gateway/event-nodes.ts';
import { asRaced } from '../../../support/probes/raced-errors.ts';

const database = useDatabase();

/** As often as a query must come before the lane answers it, and once more. */
const TIMES = 4;

async function makeService(scopes?: readonly Scope[]): Promise<TestService> {
  const { db } = database;
  const tokens = await createTestTokens(db);
  return await createTestService(db, tokens, scopes === undefined ? {} : { scopes });
}

async function fillService({ serviceId, userId }: TestService): Promise<[string, ...string[]]> {
  const { db } = database;
  await makeTemplate(db, serviceId, { key: 'kyc', questions: ['q1', 'q2'] });
  const { id, participantIds } = await makeBusiness(db, serviceId, {
    responsibleUserId: userId,
    participants: [
      {
        phoneNumber: '55',
        roles: ['A', 'B'],
        documents: [
          ['INE', 1],
          ['RFC', null],
        ],
      },
      { email: 'a@example.test', personType: 'legal', legalActFolio: 'F', hasPendingMatches: true },
    ],
  });
  await makeBusiness(db, serviceId, { name: null });
  await makeBusiness(db, serviceId, { code: 'NEG-1' });
  const participants = participantIds.map((one) => encodeGlobalId('Participant', one));
  return [encodeGlobalId('Business', id), ...participants];
}

type Answer = { status: number; headers: Record<string, string>; body: string; left: number };

/** Answers what came over the wire; what is left of the budget by itself, since processes count apart. */
async function ask(url: string, headers: object, { body, accept }: RandomRequest): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    body,
    headers: {
      ...headers,
      accept,
      'content-type': 'application/json',
      'x-request-id': '0b9a4c1e-52d7-4b0e-9b1e-3f5a6c7d8e9f',
    },
  });
  const { date: _date, ratelimit = '', ...rest } = Object.fromEntries(response.headers);
  const left = Number(/r=(\d+)/.exec(ratelimit)?.[1]);
  return { status: response.status, headers: rest, body: await response.text(), left };
}

/** What each answer cost, by what the one before it left. */
function createMeter(): (answer: Answer) => number {
  let before = 0;
  return ({ left }) => {
    const cost = before - left;
    before = left;
    return cost;
  };
}

const executions = tracingChannel('graphql:execute:rootSelectionSet').start;

/** Whether the lane answered by itself, without graphql's own execution. */
async function isAnsweredByLane(work: () => Promise<void>): Promise<boolean> {
  let count = 0;
  const note = (): void => void (count += 1);
  executions.subscribe(note);
  await work();
  executions.unsubscribe(note);
  return count === 0;
}

/** Whether the lane should answer it: what succeeds, unless it has a name that an object would not keep as its own. */
function isForLane(request: RandomRequest, { body }: Pick<Answer, 'body'>): boolean {
  const isWhole = body.startsWith('{"data"') && !body.includes('"errors":');
  return isWhole && !/__proto__\s*:/.test(request.body);
}

function named(operationName: string | null, query: string): RandomRequest {
  return { body: JSON.stringify({ query, operationName }), accept: 'application/json' };
}

function listed(i: unknown): RandomRequest {
  const query = 'query($i:[ID!]=[]){nodes(ids:$i){id}}';
  return { body: JSON.stringify({ query, variables: { i } }), accept: 'application/json' };
}

const SLOW = { FAST_LANE: 'off' };

describe('the fast lane', () => {
  it('answers by itself whatever succeeds, byte for byte as yoga does, and counts it the same', async () => {
    const [fast, slow] = [await startNode(database.url), await startNode(database.url, SLOW)];
    const service = await makeService();
    const ids = await fillService(service);
    const meters = { fast: createMeter(), slow: createMeter() };
    let answered = 0;
    const askBoth = async (request: RandomRequest): Promise<void> => {
      const askSlow = async () => {
        const answer = await ask(slow.url, service.headers, request);
        return { ...answer, left: undefined, cost: meters.slow(answer) };
      };
      // A document that is not known yet costs more than one that is.
      const [first, later] = [await askSlow(), await askSlow()];
      const askFast = async (expected: Pick<Answer, 'body' | 'headers'>): Promise<void> => {
        const told = await ask(fast.url, service.headers, request);
        const cost = meters.fast(told);
        const given = asRaced(told, expected);
        expect({ request, ...given, left: undefined, cost }).toEqual({ request, ...expected });
      };
      await askFast(first);
      for (let time = 2; time < TIMES; time += 1) await askFast(later);
      const isByLane = await isAnsweredByLane(async () => await askFast(later));
      if (!isForLane(request, later)) return;
      expect({ request, isByLane }).toEqual({ request, isByLane: true });
      answered += 1;
    };
    // The first request claims points for its process, which says how many.
    const first = { body: '{"query":"{ __typename }"}', accept: '*/*' };
    meters.fast(await ask(fast.url, service.headers, first));
    meters.slow(await ask(slow.url, service.headers, first));
    await repeatRandomly(async (random) => {
      for (let n = 0; n < 15; n += 1) await askBoth(someRequest(random, ids));
    });
    expect(answered).toBeGreaterThan(0);
  });

  it('leaves what fails to yoga, which charges it once and runs it with what was read', async () => {
    const [fast, slow] = [await startNode(database.url), await startNode(database.url, SLOW)];
    const service = await makeService([]);
    const queries = [
      '{ viewer { service } businesses { nodes { id } } }',
      '{ viewer { service } business(by: { code: "TWICE" }) { id } }',
    ];
    const meter = createMeter();
    for (const query of queries) {
      const request = { body: JSON.stringify({ query }), accept: 'application/json' };
      const expected = await ask(slow.url, service.headers, request);
      expect(expected.body).toContain('NOT_AUTHORIZED');
      meter(await ask(fast.url, service.headers, request));
      for (let time = 1; time <= TIMES; time += 1) {
        const answer = await ask(fast.url, service.headers, request);
        expect(answer.body).toBe(expected.body);
        expect(meter(answer)).toBe(expected.body.includes('businesses') ? 22 : 3);
      }
    }
  });

  it('leaves null in place of a list to yoga, where a default made the query valid', async () => {
    const [fast, slow] = [await startNode(database.url), await startNode(database.url, SLOW)];
    const service = await makeService();
    const [id] = await fillService(service);
    for (let time = 1; time <= TIMES; time += 1) await ask(fast.url, service.headers, listed([id]));
    const meters = { fast: createMeter(), slow: createMeter() };
    meters.fast(await ask(fast.url, service.headers, listed([id])));
    meters.slow(await ask(slow.url, service.headers, listed([id])));
    for (const sent of [null, [], undefined, [null], null]) {
      const [given, expected] = [
        await ask(fast.url, service.headers, listed(sent)),
        await ask(slow.url, service.headers, listed(sent)),
      ];
      expect({ status: given.status, body: given.body }).toEqual({
        status: 200,
        body: expected.body,
      });
      expect(given.body).not.toContain('INTERNAL_SERVER_ERROR');
      expect(meters.fast(given)).toBe(meters.slow(expected));
    }
  });

  it('tells a name that begins a text from the text', async () => {
    const { url } = await startNode(database.url);
    const service = await makeService();
    const text = 'query A { viewer { service } } query B { viewer { __typename } }';
    for (let time = 1; time <= TIMES; time += 1) {
      const a = await ask(url, service.headers, named('A', text));
      expect(JSON.parse(a.body)).toEqual({ data: { viewer: { service: service.service } } });
      const b = await ask(url, service.headers, named('B', text));
      expect(JSON.parse(b.body)).toEqual({ data: { viewer: { __typename: 'Viewer' } } });
    }
    for (const wrong of [named(null, text), named(null, `A:${text}`), named('', text)])
      expect((await ask(url, service.headers, wrong)).body).toMatch(/^\{"errors"/);
  });

  it('answers no text to a service that takes ids only, whoever asked it before', async () => {
    const { url } = await startNode(database.url);
    const query = '{ viewer { __typename } }';
    const [anyone, strict] = [
      await makeService(),
      await makeTrustingService(database.db, { known: query }),
    ];
    const request = { body: JSON.stringify({ query }), accept: 'application/json' };
    for (let time = 1; time <= TIMES; time += 1) await ask(url, anyone.headers, request);
    expect((await ask(url, strict.headers, request)).body).toContain('PERSISTED_QUERY_ONLY');
  });

  it('answers trusted documents by their ids as yoga does, to their own service only', async () => {
    const [fast, slow] = [await startNode(database.url), await startNode(database.url, SLOW)];
    const texts = { one: '{ viewer { service } }', two: 'query A { viewer { service } }' };
    const strict = await makeTrustingService(database.db, texts);
    const foreign = await makeTrustingService(database.db, { other: texts.one });
    const persistedQuery = { version: 1, sha256Hash: 'one' };
    for (const [members, isFast] of [
      [{ documentId: 'one' }, true],
      [{ id: 'two', operationName: 'A', variables: null }, true],
      [{ extensions: { persistedQuery }, query: '' }, true],
      [{ documentId: 'one', extensions: [persistedQuery] }, false],
      [{ documentId: 'one', id: 'two' }, false],
      [{ documentId: 'one', query: texts.one }, false],
      [{ query: texts.one, extensions: { persistedQuery } }, false],
      [{ documentId: 'one', query: [texts.one] }, false],
      [{ documentId: 'one', operationName: 7 }, false],
      [{ documentId: 'one', other: 1 }, false],
      [{}, false],
    ] as const) {
      const request = { body: JSON.stringify(members), accept: 'application/json' };
      const { status, body } = await ask(slow.url, strict.headers, request);
      const askFast = async (): Promise<void> => {
        expect(await ask(fast.url, strict.headers, request)).toMatchObject({ status, body });
      };
      for (let time = 1; time < TIMES; time += 1) await askFast();
      const isByLane = await isAnsweredByLane(askFast);
      expect({ members, isByLane: isByLane && body.startsWith('{"data"') }).toEqual({
        members,
        isByLane: isFast,
      });
      expect((await ask(fast.url, foreign.headers, request)).body).toMatch(/^\{"errors"/);
    }
  });

  it('stops at the end of the budget as yoga does', async () => {
    const env = { COST_BUDGET: '40', GRAPHQL_COST_MAX: '40', BUDGET_WINDOW_SECONDS: '3600' };
    const { url } = await startNode(database.url, env);
    const { headers } = await makeService();
    const request = { body: '{"query":"{ viewer { service } }"}', accept: 'application/json' };
    const bodies: string[] = [];
    // Each costs two points, so the twenty-first is one too many.
    for (let n = 1; n <= 21; n += 1) bodies.push((await ask(url, headers, request)).body);
    expect(new Set(bodies.slice(0, 20)).size).toBe(1);
    expect(bodies[19]).toContain('"data"');
    expect(bodies[20]).toContain('LIMIT_EXCEEDED');
  });

  it('answers what is stored at the moment, never what it answered before', async () => {
    const { url } = await startNode(database.url);
    const { serviceId, headers } = await makeService();
    const { id } = await makeBusiness(database.db, serviceId, { name: 'before' });
    const query = `{ business(by: { databaseId: ${id} }) { name } }`;
    const request = { body: JSON.stringify({ query }), accept: 'application/json' };
    for (let time = 1; time <= TIMES; time += 1) await ask(url, headers, request);
    const isByLane = await isAnsweredByLane(async () => void (await ask(url, headers, request)));
    expect(isByLane).toBe(true);
    const table = database.db.updateTable('businesses').where('service_id', '=', serviceId);
    await table.set({ name: 'after' }).execute();
    expect((await ask(url, headers, request)).body).toContain('after');
    await database.db.deleteFrom('businesses').where('service_id', '=', serviceId).execute();
    expect((await ask(url, headers, request)).body).toBe('{"data":{"business":null}}');
  });

  it('forgets what is long ago, and learns no text that is too long', async () => {
    const { url } = await startNode(database.url);
    const { headers } = await makeService();
    const isByLane = async (query: string): Promise<boolean> => {
      const request = named(null, query);
      for (let time = 1; time < TIMES; time += 1) await ask(url, headers, request);
      return await isAnsweredByLane(async () => void (await ask(url, headers, request)));
    };
    const query = '{ viewer { service } }';
    expect(await isByLane(query)).toBe(true);
    expect(await isByLane(`${query}#${'x'.repeat(10_000)}`)).toBe(false);
    const others = Array.from({ length: 500 }, (_, n) => named(null, `${query} # ${n}`));
    await Promise.all(others.map(async (one) => await ask(url, headers, one)));
    const again = async () => void (await ask(url, headers, named(null, query)));
    expect(await isAnsweredByLane(again)).toBe(false);
  });
});
