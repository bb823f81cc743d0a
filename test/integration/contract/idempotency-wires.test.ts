import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { sendV4 } from '../../support/clients/v4.ts';
import { RESOLVED, sendPerson } from '../../support/data/matches.ts';
import { addPerson, REPORT, recordConsent } from '../../support/data/socioeconomic-reports.ts';
import { dumpTables } from '../../support/database/tables.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { type Said, sayBusiness, UPSERTS_SAID } from './upserts-said.ts';

const gateway = useGateway({}, { isServicePerTest: true });
const SINGLE = '/api/v4/fiduciary/requests';
const BATCH = `${SINGLE}/batch`;

/** Both answer whether it was a replay. */
type Wires = { graph: (key: string) => Promise<unknown>; v4: (key: string) => Promise<unknown> };

async function postV4(path: string, body: object, key: string): Promise<boolean> {
  const headers = { ...gateway.service.headers, 'idempotency-key': key };
  const reply = await sendV4(gateway, path, { body: JSON.stringify(body), headers });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.headers.get('idempotent-replay') === 'true';
}

async function send(mutation: string, input: object, idempotencyKey: string): Promise<unknown> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}`;
  const document = `mutation ($input: ${type}Input!) { ${mutation}(input: $input) {
    ... on ${type}Payload { replayed } ... on UserError { code } } }`;
  const { body } = await gateway.graphql(document, { input: { ...input, idempotencyKey } });
  const result = at(body, 'data', mutation);
  return at(result, 'replayed') ?? result;
}

async function upsertAll(businesses: object[], key: string): Promise<unknown> {
  return await send('upsertBusinesses', { businesses }, key);
}

/** `mayChange` is what a replay may still write: that personal information was read. */
async function expectReplays({ graph, v4 }: Wires, mayChange?: 'audit_events'): Promise<void> {
  const dump = async () => {
    const tables = await dumpTables(gateway.db, gateway.service.serviceId);
    return mayChange === undefined ? tables : { ...tables, [mayChange]: [] };
  };
  const [one, other] = [randomUUID(), randomUUID()];
  expect([await v4(one), await graph(other)]).toEqual([false, false]);
  const before = await dump();
  expect({ onGraph: await graph(one), onV4: await v4(other) }).toEqual({
    onGraph: true,
    onV4: true,
  });
  expect(await dump()).toEqual(before);
}

describe('a key is of both wires, whichever came first,', () => {
  it.each(UPSERTS_SAID)('for an upsert of $what', async ({ graph, v4 }) => {
    await expectReplays({
      graph: async (key) => await send('upsertBusiness', graph, key),
      v4: async (key) => await postV4(SINGLE, v4, key),
    });
  });

  it('for several upserts of all of these', async () => {
    await expectReplays({
      graph: async (key) =>
        await upsertAll(
          UPSERTS_SAID.map((one) => one.graph),
          key,
        ),
      v4: async (key) => await postV4(BATCH, { requests: UPSERTS_SAID.map((one) => one.v4) }, key),
    });
  });

  it('for several upserts of which two name one business', async () => {
    const all = [UPSERTS_SAID[0], UPSERTS_SAID[1], UPSERTS_SAID[0]].flatMap((one) => one ?? []);
    await expectReplays({
      graph: async (key) =>
        await upsertAll(
          all.map((one) => one.graph),
          key,
        ),
      v4: async (key) => await postV4(BATCH, { requests: all.map((one) => one.v4) }, key),
    });
  });

  it('but one that cannot be read is another on the other wire', async () => {
    const { graph, v4 } = sayBusiness(99, { graph: { code: ' ' }, v4: { cod_negocio: ' ' } });
    const key = randomUUID();
    expect(await postV4(BATCH, { requests: [v4] }, key)).toBe(false);
    expect(await postV4(BATCH, { requests: [v4] }, key)).toBe(true);
    expect(await upsertAll([graph], key)).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

const IMPORTS_SAID: Said[] = [
  {
    what: 'answers',
    graph: { answers: [{ question: 'q1', answer: 'uno' }], combinedFrom: ['other'] },
    v4: { answers: [{ question: 'q1', answer: 'uno' }], combined_from: ['other'] },
  },
  { what: 'answers, without any', graph: { combinedFrom: null }, v4: {} },
  { what: 'answers, of which v4 has null', graph: {}, v4: { answers: null, combined_from: null } },
  { what: 'answers, of which v4 has an empty list', graph: {}, v4: { answers: [] } },
];

describe('a key is of both wires, too,', () => {
  it.each(IMPORTS_SAID)('for an import of $what', async ({ graph, v4 }) => {
    const { userId } = await addTestUser(gateway.db, gateway.service.serviceId);
    const input = { userId, templates: ['nope'], ...graph };
    await expectReplays({
      graph: async (key) => await send('importAnswers', input, key),
      v4: async (key) => {
        const body = { user_id: userId, templates: ['nope'], ...v4 };
        return await postV4('/api/v4/quiz/answers/import/api', body, key);
      },
    });
  });

  it.each<Said>([
    { what: 'all matches', graph: {}, v4: { matches: null, note: null, business_id: null } },
    {
      what: 'named matches',
      graph: {
        business: { databaseId: 1 },
        matches: [{ externalId: 'm-1', sourceCode: 'UN', verdict: 'FALSE_POSITIVE', note: null }],
        reviewer: { name: 'Irene', email: '' },
        resolvedAt: '2026-01-02T09:04:05Z',
        reopen: true,
      },
      v4: {
        business_id: 1,
        matches: [{ match_id: 'm-1', list: 'UN', resolution: 'FALSE_POSITIVE' }],
        reviewer: { name: 'Irene', email: '' },
        resolved_at: '2026-01-02T03:04:05-06:00',
        reopen: true,
      },
    },
  ])('for decisions on $what', async ({ graph, v4 }) => {
    const said = { verdict: 'FALSE_POSITIVE', reason: 'HOMONYM' };
    await sendPerson(gateway, {
      business: 100,
      person: 9,
      matches: [{ list: 'UN', match_id: 'm-1' }],
    });
    await expectReplays({
      graph: async (key) =>
        await send('resolvePersonMatches', { externalPersonId: 9, ...said, ...graph }, key),
      v4: async (key) => {
        const body = { id_persona: 9, resolution: 'FALSE_POSITIVE', reason: 'homonym', ...v4 };
        return await postV4(RESOLVED, body, key);
      },
    });
  });

  it.each<Said>([
    { what: 'all sections', graph: {}, v4: { sections: null, corrects: null } },
    {
      what: 'named sections',
      graph: { sections: ['FINANCES', 'GENERAL'], answersOfUserId: null },
      v4: { sections: ['finances', 'general'] },
    },
  ])('for a socio-economic report of $what', async ({ graph, v4 }) => {
    const person = await addPerson(gateway);
    await recordConsent(gateway, person);
    const { participantId: databaseId } = person;
    const input = { participant: { databaseId }, ...graph };
    const wires: Wires = {
      graph: async (key) => await send('generateSocioeconomicReport', input, key),
      v4: async (key) => await postV4(REPORT, { participant_id: databaseId, ...v4 }, key),
    };
    await expectReplays(wires, 'audit_events');
  });
});
