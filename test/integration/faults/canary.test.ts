import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { exchangeRaw } from '../../support/clients/raw-http.ts';
import { makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { RESOLVED } from '../../support/data/matches.ts';
import { useDatabase } from '../../support/database/database.ts';
import { listTablesHolding } from '../../support/database/tables.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { CANARY, CANARY_LINE, CANARY_PATTERN, canarySamples } from '../../support/probes/canary.ts';
import { endWaiting } from '../../support/probes/locks.ts';

/** What holds what was sent, because that is what it is for. */
const DATA = [
  'answers',
  'businesses',
  'consents',
  'documents',
  'match_resolutions',
  'participant_matches',
  'participants',
  'questionnaire_templates',
  'questions',
  'users',
];
/** What an answer must not let through of how it was made. */
const INNER =
  /select |insert into|\n\s+at |at async |node_modules|pg_|kysely|postgres|\.ts\b|file:\/\//i;

const database = useDatabase();
let gateway: OpenGateway;
let answers: Answer[] = [];
type Answer = { what: string; status: number; requestId: string | null; text: string };

beforeAll(async () => {
  gateway = await openGateway(database.url, {
    STATEMENT_TIMEOUT_MS: '400',
    LOCK_TIMEOUT_MS: '150',
  });
  const { serviceId } = gateway.service;
  await makeTemplate(gateway.db, serviceId, { key: 'kyc', questions: ['q1'] });
  await makeBusiness(gateway.db, serviceId, { id: 1, code: CANARY, participants: [{}] });
});
afterAll(async () => await gateway.close());
beforeEach(() => {
  answers = [];
});
/** That nothing of what was planted is where it must not be, and every answer has what each must have. */
async function expectNoTrace(): Promise<void> {
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.filter(({ requestId }) => !REQUEST_ID.test(requestId ?? ''))).toEqual([]);
  const refused = answers.filter(({ status, text }) => status !== 200 || REFUSAL.test(text));
  const leaks = refused.filter(({ text }) => CANARY_PATTERN.test(text) || INNER.test(text));
  expect(leaks).toEqual([]);
  const lines = gateway.logs().split('\n');
  expect(lines.filter((one) => CANARY_PATTERN.test(one))).toEqual([]);
  const holding = await listTablesHolding(database.db, 'canario');
  expect(holding.filter((table) => !DATA.includes(table))).toEqual([]);
}

const REQUEST_ID = /^[0-9a-fA-F-]{16,36}$/;
const REFUSAL = /"(errors":\[\{|(issues|code)":)/;
type Sent = { headers?: Record<string, string>; body?: unknown };

async function send(method: string, path: string, { headers, body }: Sent = {}): Promise<Answer> {
  const { service } = gateway;
  const caller = path === '/api/v4/auth/token' ? service.keyHeaders : service.headers;
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...caller, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const requestId = response.headers.get('x-request-id');
  const answer = {
    what: `${method} ${path} ${JSON.stringify({ headers, body })}`,
    status: response.status,
    requestId,
    text: await response.text(),
  };
  answers.push(answer);
  return answer;
}

async function sendGraph(
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return await send('POST', '/graphql', { body, headers });
}

const IMPORT = '/api/v4/quiz/answers/import/api';
const VALIDATE = '/api/v4/rfc/validate';
const COMPLETE = '/api/v4/fiduciary/1/complete';
const REQUESTS = '/api/v4/fiduciary/requests';

function requestOf(participant: object): object {
  const person = { id_persona: 7, tipo_per: 'FIS', nombre: 'Ana', ...participant };
  return { id_negocio: 7, cod_negocio: 'F/7', participantes: [person] };
}

const PLANTED = encodeURIComponent(CANARY_LINE);

describe('a canary in a request', () => {
  it.each([
    ['GET', `/${PLANTED}`],
    ['GET', `/api/v4/${PLANTED}`],
    ['GET', `/api/v4/business/detail?id=${PLANTED}`],
    ['GET', `/api/v4/fiduciary/participant/detail?id=${PLANTED}`],
    ['GET', `/api/v4/business/detail?id=1&${PLANTED}=${PLANTED}`],
    ['POST', `/api/v4/fiduciary/${PLANTED}/complete`],
    ['GET', `/graphql?query=${PLANTED}`],
    ['POST', `/graphql?${PLANTED}`],
    ['GET', `/health/live?${PLANTED}`],
    ['PATCH', `/api/v4/business/${PLANTED}`],
  ])('leaves no trace in a path or query: %s %s', async (method, path) => {
    await send(method, path);
    await expectNoTrace();
  });

  it.each([
    'x-request-id',
    'user-agent',
    'x-api-key',
    'service',
    'authorization',
    'idempotency-key',
    'last-event-id',
    'accept',
    'content-type',
    'accept-encoding',
    'referer',
    'cookie',
    'traceparent',
    'x-forwarded-for',
  ])('leaves no trace in the header %s', async (name) => {
    const headers = { [name]: CANARY_LINE };
    await send('GET', '/api/v4/business/detail?id=9', { headers });
    await send('POST', COMPLETE, { headers, body: { delete_mode: 'juridical_only' } });
    await sendGraph({ query: '{ viewer { service } }' }, headers);
    await send('GET', '/health/ready', { headers });
    await expectNoTrace();
  });

  it('leaves no trace where it is no HTTP at all', async () => {
    for (const text of [
      `${CANARY_LINE}\r\n\r\n`,
      `GET /${CANARY_LINE} HTTP/1.1\r\n\r\n`,
      `GET / HTTP/1.1\r\n${CANARY_LINE}\r\n\r\n`,
      `GET / HTTP/1.1\r\nhost: a\r\nhost: ${CANARY_LINE}\r\n\r\n`,
      `GET / HTTP/1.1\r\nhost: a\r\nexpect: ${CANARY_LINE}\r\n\r\n`,
    ]) {
      const received = await exchangeRaw(gateway.url, text);
      const requestId = /^x-request-id: (\S+)/m.exec(received)?.[1] ?? null;
      answers.push({ what: text, status: 400, requestId, text: received });
    }
    await expectNoTrace();
  });

  it.each([
    [IMPORT, CANARY],
    [IMPORT, `{"user_id": "${CANARY_LINE}`],
    [IMPORT, { user_id: CANARY, templates: CANARY, answers: CANARY }],
    [IMPORT, { user_id: 1, templates: [CANARY, 'kyc', 7], combined_from: [CANARY] }],
    [IMPORT, { user_id: 1, templates: ['kyc'], answers: [{ question: CANARY, answer: 7 }] }],
    [IMPORT, { user_id: 1, templates: ['kyc'], answers: [{ [CANARY]: CANARY }] }],
    [IMPORT, { user_id: 1, templates: ['kyc'], answers: [{ question: 'q1', answer: CANARY }] }],
    [IMPORT, { user_id: 77, templates: [CANARY] }],
    [RESOLVED, { id_persona: 7, resolution: CANARY, matches: [CANARY], note: CANARY }],
    [REQUESTS, { id_negocio: CANARY, cod_negocio: CANARY, participantes: [CANARY] }],
    [REQUESTS, requestOf({ rfc: CANARY, curp: CANARY, domicilio: CANARY, [CANARY]: CANARY })],
    [REQUESTS, requestOf({ tipo_per: CANARY, fecha_nacimiento: CANARY, tipo_doctos: CANARY })],
    [REQUESTS, requestOf({ nombre: CANARY, rfc: 'CAVI800101AB1', domicilio: { calle: CANARY } })],
    [COMPLETE, { delete_mode: CANARY }],
    [COMPLETE, { [CANARY]: CANARY }],
    ['/api/v4/auth/token', { email: CANARY }],
    ['/api/v4/auth/token', { email: [CANARY] }],
    ['/api/v4/auth/token', CANARY],
    [VALIDATE, { rfc: CANARY_LINE, nombre: CANARY, apellido_paterno: CANARY, strict: true }],
    [VALIDATE, { rfc: [CANARY], curp: CANARY + CANARY }],
    [VALIDATE, { rfc: 'x', tipo_per: CANARY, fecha_nacimiento: CANARY, [CANARY]: 1 }],
    [VALIDATE, CANARY],
    ['/api/v4/document/extract', { file_id: CANARY, cod_tipo_docto: CANARY, [CANARY]: 1 }],
  ])('leaves no trace in a v4 body: %s %j', async (path, body) => {
    await send('POST', path, { body });
    await expectNoTrace();
  });

  it('leaves no trace in any argument of the graph', async () => {
    for (const planting of ['text', 'all'] as const)
      for (const sample of canarySamples(planting)) {
        await sendGraph(
          { ...sample, operationName: 'Canario' },
          { 'idempotency-key': `canario.perez@example.test-${answers.length}` },
        );
      }
    expect(answers.length).toBeGreaterThan(80);
    await expectNoTrace();
  });

  it.each([
    // A bare name is told where it breaks the document: it is where a client misspelt a word.
    { query: `"${CANARY}"` },
    { query: `{ viewer { service } } # ${CANARY}` },
    { query: `"""${CANARY}"""` },
    { query: '{ viewer { service } }', operationName: CANARY },
    { query: '{ viewer { service } }', variables: { [CANARY]: CANARY } },
    { query: '{ viewer { service } }', variables: CANARY },
    { query: '{ viewer { service } }', extensions: { [CANARY]: CANARY } },
    { query: '{ viewer { service } }', [CANARY]: CANARY },
    { query: { [CANARY]: CANARY } },
    { query: `{ node(id: ${JSON.stringify(CANARY)}) { id } }` },
    { query: `{ nodes(ids: ${JSON.stringify(CANARY)}) { id } }` },
    { query: `subscription { businessEvents(after: ${JSON.stringify(CANARY)}) { id } }` },
    { query: `{ viewer(${JSON.stringify(CANARY)}) { service } }` },
    { query: `{ viewer @include(if: ${JSON.stringify(CANARY)}) { service } }` },
    { query: `{ business(by: {databaseId: ${JSON.stringify(CANARY)}}) { id } }` },
    { query: `{ businesses(first: ${JSON.stringify(CANARY)}) { edges { cursor } } }` },
    {
      query: `query ($a: Int = ${JSON.stringify(CANARY)}) { businesses(first: $a) { edges { cursor } } }`,
    },
    {
      query: 'query ($a: Int) { businesses(first: $a) { edges { cursor } } }',
      variables: { a: CANARY },
    },
    { query: 'query ($a: DeleteMode) { viewer { service } }', variables: { a: CANARY } },
    [{ query: CANARY }],
    CANARY,
  ])('leaves no trace in a document or its body: %j', async (body) => {
    await sendGraph(body);
    await expectNoTrace();
  });
});

/** Puts the canary into whatever can be written, on both wires, each time another one. */
async function writeEverything(): Promise<void> {
  const answer = [{ question: 'q1', answer: `${CANARY} ${performance.now()}` }];
  await send('POST', IMPORT, { body: { user_id: 1, templates: ['kyc'], answers: answer } });
  await send('POST', '/api/v4/auth/token', { body: { email: CANARY } });
  await send('GET', '/api/v4/business/detail?id=1');
  await send('GET', '/api/v4/fiduciary/participant/detail?id=1');
  await send('POST', REQUESTS, { body: requestOf({ rfc: 'CAVI800101AB1', nombre: CANARY }) });
  for (const sample of canarySamples('text')) await sendGraph(sample);
}

/** That the faults which the test is about did happen: their codes are what the log keeps of them. */
function expectLogged(...codes: string[]): void {
  const logs = gateway.logs();
  expect(codes.filter((code) => !logs.includes(`"code":"${code}"`))).toEqual([]);
}

describe('a canary in a row or statement that fails', () => {
  it('leaves no trace of a broken constraint, whose detail quotes the row', async () => {
    await sql
      .raw(`
      alter table answers add constraint no_canary check (answer !~* 'canario') not valid;
      alter table participants add constraint no_canary check (name !~* 'canario') not valid;
      alter table users add constraint no_canary check (email !~* 'canario') not valid`)
      .execute(database.db);
    await writeEverything();
    expectLogged('23514');
    await expectNoTrace();
    await sql
      .raw(`
      alter table answers drop constraint no_canary;
      alter table participants drop constraint no_canary;
      alter table users drop constraint no_canary`)
      .execute(database.db);
  });

  it('leaves no trace of an exception that a trigger raises, whose message quotes the row', async () => {
    await sql
      .raw(`
      create function refuse_row() returns trigger language plpgsql as
        $$ begin raise exception 'no row like %', new using detail = new::text, hint = new::text; end $$;
      create trigger refuse_row before insert on answers for each row execute function refuse_row();
      create trigger refuse_row before insert on businesses for each row execute function refuse_row()`)
      .execute(database.db);
    await writeEverything();
    expectLogged('P0001');
    await expectNoTrace();
    await sql.raw('drop function refuse_row cascade').execute(database.db);
  });

  it('leaves no trace of statements that wait too long or lose their connection', async () => {
    const client = await database.pool.connect();
    onTestFinished(() => client.release());
    await client.query('begin; lock table users, businesses in access exclusive mode');
    await send('POST', '/api/v4/auth/token', { body: { email: CANARY } });
    const query = `{ business(by: {code: ${JSON.stringify(CANARY)}}) { id name } }`;
    await sendGraph({ query });
    // On a busy machine a statement may reach its lock timeout before its connection is ended.
    while (!gateway.logs().includes('"code":"57P01"'))
      await endWaiting(database.pool, sendGraph({ query }));
    await client.query('rollback');
    expectLogged('55P03', '57P01');
    await expectNoTrace();
  });
});
