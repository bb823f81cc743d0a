import { tracingChannel } from 'node:diagnostics_channel';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../../src/auth/scopes.ts';
import { counts } from '../../../../src/runtime/instruments/counts.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { startNode } from '../../../support/gateway/event-nodes.ts';

const database = useDatabase();

const SLOW = { FAST_LANE: 'off' };
const UPSERT = `mutation ($code: String!, $participants: [UpsertParticipantInput!]!) {
  upsertBusiness(input: { externalId: 1, code: $code, participants: $participants }) {
    __typename
    ... on UpsertBusinessPayload { created business { code participants { nodes { name } } } }
    ... on InputValidationError { message issues { path code } }
  }
}`;
const ANA = { externalPersonId: 1, personType: 'NATURAL_PERSON', name: 'Ana' };

function upsert(code: string): Asked {
  return { variables: { code, participants: [] } };
}

/** The text of an answer without the id of its request. */
function withoutId(text: string): string {
  return text.replaceAll(/[0-9a-f-]{36}/g, 'id');
}

async function makeService(scopes?: readonly Scope[]): Promise<TestService> {
  const tokens = await createTestTokens(database.db);
  return await createTestService(database.db, tokens, scopes === undefined ? {} : { scopes });
}

type Asked = { query?: string; variables?: object; accept?: string | undefined };
type Answer = { status: number; type: string | null; body: string; left: number };

async function ask(
  url: string,
  headers: object,
  { query = UPSERT, variables = {}, accept = 'application/json' }: Asked,
): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query, variables }),
    headers: { ...headers, accept, 'content-type': 'application/json' },
  });
  const { status } = response;
  const left = Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
  const type = response.headers.get('content-type');
  return { status, type, body: await response.text(), left };
}

const executions = tracingChannel('graphql:execute:rootSelectionSet').start;

/** How often graphql executed, and whether the lane answered. */
async function watched<T>(
  work: () => Promise<T>,
): Promise<{ of: T; times: number; byLane: boolean }> {
  let times = 0;
  const note = (): void => void (times += 1);
  const before = counts.compiledOperations.hits;
  executions.subscribe(note);
  const of = await work();
  executions.unsubscribe(note);
  return { of, times, byLane: counts.compiledOperations.hits > before };
}

describe('a change that came before', () => {
  it.each([
    ['that is done', { variables: { code: 'A', participants: [ANA] } }, true],
    [
      'as the media type of GraphQL',
      {
        variables: { code: 'A', participants: [ANA] },
        accept: 'application/graphql-response+json',
      },
      true,
    ],
    [
      'of an input that breaks a rule',
      { variables: { code: ' ', participants: [ANA, ANA] } },
      true,
    ],
    ['of variables of the wrong type', { variables: { code: 5, participants: [] } }, false],
    ['without a variable', { variables: { participants: [] } }, false],
  ])(
    '%s is answered byte for byte as yoga does, executed once and charged the same',
    async (_what, asked: Asked, byLane) => {
      const [fast, slow] = [await startNode(database.url), await startNode(database.url, SLOW)];
      const { headers } = await makeService();
      const done = { variables: { code: 'A', participants: [ANA] }, accept: asked.accept };
      for (const { url } of [fast, slow])
        for (let time = 1; time <= 2; time += 1) await ask(url, headers, done);
      const before = [await ask(slow.url, headers, asked), await ask(fast.url, headers, asked)];
      const expected = await ask(slow.url, headers, asked);
      const given = await watched(async () => await ask(fast.url, headers, asked));
      expect({ ...given.of, left: 0 }).toEqual({ ...expected, left: 0 });
      expect((before[1]?.left ?? 0) - given.of.left).toBe((before[0]?.left ?? 0) - expected.left);
      expect(given).toMatchObject({ byLane, times: byLane ? 1 : 0 });
    },
  );

  it('that fails is told by yoga, and was executed once', async () => {
    const [fast, slow] = [await startNode(database.url), await startNode(database.url, SLOW)];
    const { headers, serviceId } = await makeService();
    for (const { url } of [fast, slow]) await ask(url, headers, upsert('A'));
    await sql`create function refuse() returns trigger language plpgsql as
      'begin raise exception ''refused''; end'`.execute(database.db);
    await sql`create trigger refuse before insert on audit_events execute function refuse()`.execute(
      database.db,
    );
    const given = await watched(async () => await ask(fast.url, headers, upsert('B')));
    const expected = await ask(slow.url, headers, upsert('B'));
    await sql`drop function refuse cascade`.execute(database.db);
    expect(withoutId(given.of.body)).toBe(withoutId(expected.body));
    expect(given.of).toMatchObject({ status: expected.status, type: expected.type });
    expect(given.of.body).toContain('INTERNAL_SERVER_ERROR');
    expect(given).toMatchObject({ byLane: false, times: 1 });
    const rows = database.db.selectFrom('businesses').where('service_id', '=', serviceId);
    expect(await rows.select('code').execute()).toEqual([{ code: 'A' }]);
  });

  it('is refused to whoever may not make it, whoever made it before', async () => {
    const [fast, slow] = [await startNode(database.url), await startNode(database.url, SLOW)];
    const { headers } = await makeService();
    const reader = await makeService(['business:read']);
    const asked = upsert('A');
    for (let time = 1; time <= 2; time += 1) await ask(fast.url, headers, asked);
    const given = await ask(fast.url, reader.headers, asked);
    expect(given.body).toBe((await ask(slow.url, reader.headers, asked)).body);
    expect(given.body).toContain('NotAuthorizedError');
  });

  it('is one change each time, beside as many others as there are', async () => {
    const { url } = await startNode(database.url);
    const { headers, serviceId } = await makeService();
    await ask(url, headers, upsert('first'));
    const codes = Array.from({ length: 20 }, (_, at) => `C-${at}`);
    const answers = await Promise.all(
      codes.map(async (code) => await ask(url, headers, upsert(code))),
    );
    for (const [place, { body }] of answers.entries()) expect(body).toContain(`"${codes[place]}"`);
    const row = database.db.selectFrom('businesses').where('service_id', '=', serviceId);
    expect(await row.select('version').executeTakeFirst()).toEqual({ version: 21 });
  });
});
