import { getIntrospectionQuery } from 'graphql';
import { createClient } from 'graphql-sse';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DocumentRules } from '../../../../src/auth/caller.ts';
import { createTrustedDocuments } from '../../../../src/auth/trusted-documents.ts';
import { findRequestedText } from '../../../../src/schema/serving/trusted-documents.ts';
import { dataOf, errorOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { makeTrustingService } from '../../../support/data/trusted.ts';
import type { TestService } from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';
import { NUMBERS, recordNumbers } from '../../../support/gateway/event-nodes.ts';
import { type Reply, useGateway } from '../../../support/gateway/gateway.ts';

const PAGE = 'query Page($id: SafeInt!) { business(by: { databaseId: $id }) { name } }';
const PAGE_ID = 'sha256:page';
const TWO = 'query One { __typename } query Two { other: __typename }';
const TOKEN = `mutation Token($email: String!) { issueAccessToken(input: { email: $email }) {
  __typename ... on IssueAccessTokenPayload { accessToken } } }`;

const gateway = useGateway();
/** It runs these documents only. */
let strict: TestService;
/** It runs them, and any text. */
let open: TestService;
/** It runs any text, and has no document. */
let foreign: TestService;

beforeAll(async () => {
  const texts = { [PAGE_ID]: PAGE, two: TWO, token: TOKEN, numbers: NUMBERS };
  strict = await makeTrustingService(gateway.db, texts);
  open = await makeTrustingService(gateway.db, texts, 'any');
  foreign = await makeTrustingService(gateway.db, {}, 'any');
  for (const { serviceId, service } of [strict, open, foreign])
    await makeBusiness(gateway.db, serviceId, { name: `Business of ${service}` });
});

async function post(
  { headers }: { headers: Record<string, string> },
  body: unknown,
): Promise<Reply> {
  return await gateway.request('POST', '/graphql', { body, headers });
}

function businessOf({ service }: TestService): unknown {
  return { business: { name: `Business of ${service}` } };
}

const VARIABLES = { id: 1 };
const ONLY = {
  message:
    'This service accepts trusted documents only. Send the id of a trusted document instead of a text.',
  code: 'PERSISTED_QUERY_ONLY',
  codeMessage: 'invalid_request',
};
const NOT_FOUND = {
  message: 'PersistedQueryNotFound',
  code: 'PERSISTED_QUERY_NOT_FOUND',
  codeMessage: 'invalid_request',
};

describe('a trusted document', () => {
  it.each([
    ['documentId, as GraphQL over HTTP has it', { documentId: PAGE_ID }],
    ['doc_id, as Relay sends it', { doc_id: PAGE_ID }],
    ['id, as Relay sends it too', { id: PAGE_ID }],
    [
      'extensions.persistedQuery, as Apollo and urql send it',
      { extensions: { persistedQuery: { version: 1, sha256Hash: PAGE_ID } } },
    ],
    [
      'two of them that agree',
      { documentId: PAGE_ID, extensions: { persistedQuery: { version: 1, sha256Hash: PAGE_ID } } },
    ],
    ['an id beside an empty text', { documentId: PAGE_ID, query: '' }],
    ['an id beside members that are null', { documentId: PAGE_ID, query: null, id: null }],
  ])('is run by %s', async (_what, named) => {
    for (const service of [strict, open]) {
      const reply = await post(service, { ...named, variables: VARIABLES });
      expect(dataOf(reply)).toEqual(businessOf(service));
    }
  });

  it('is run with the operation that is asked for, where it has two', async () => {
    const reply = await post(strict, { documentId: 'two', operationName: 'Two' });
    expect(dataOf(reply)).toEqual({ other: 'Query' });
  });

  it('is run for a caller who has a key only', async () => {
    const { 'x-api-key': key, service } = strict.headers;
    const variables = { email: strict.email };
    const reply = await post(
      { headers: { 'x-api-key': key, service } },
      { doc_id: 'token', variables },
    );
    expect(dataOf(reply)).toMatchObject({
      issueAccessToken: { __typename: 'IssueAccessTokenPayload' },
    });
  });

  it('is checked like any other: variables, types and cost', async () => {
    const wrong = await post(strict, { documentId: PAGE_ID, variables: { id: 'one' } });
    expect(errorOf(wrong)).toMatchObject({ code: 'VALIDATION_FAILED' });
    const shape = await post(strict, { documentId: PAGE_ID, variables: 'id' });
    expect(errorOf(shape)).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('costs no statement of its own once it was run', async () => {
    const reading = { documentId: PAGE_ID, variables: VARIABLES };
    const text = { query: PAGE, variables: VARIABLES };
    await post(open, reading);
    await post(open, text);
    gateway.statements.length = 0;
    await post(open, text);
    const ofText = gateway.statements.length;
    await post(open, reading);
    expect(gateway.statements).toHaveLength(2 * ofText);
  });
});

describe('an id that the service has not', () => {
  it.each([
    ['unknown', 'sha256:other'],
    ['in another case', PAGE_ID.toUpperCase()],
    ['with a space', `${PAGE_ID} `],
    ['empty', ''],
    ['of ten thousand characters', 'x'.repeat(10_000)],
    ['with U+0000', 'page\0'],
    ['with a lone surrogate', '\ud800'],
  ])('%s: is not found, in the words that clients look for', async (_what, documentId) => {
    for (const service of [strict, open]) {
      const reply = await post(service, { documentId, variables: VARIABLES });
      expect(errorOf(reply)).toMatchObject(NOT_FOUND);
    }
  });

  it("another service's: is not found, before and after its owner has run it", async () => {
    for (let round = 0; round < 2; round += 1) {
      const theirs = await post(foreign, { documentId: PAGE_ID, variables: VARIABLES });
      expect(errorOf(theirs)).toMatchObject(NOT_FOUND);
      const ours = await post(strict, { documentId: PAGE_ID, variables: VARIABLES });
      expect(dataOf(ours)).toEqual(businessOf(strict));
    }
  });

  it('is refused with 400 in the media type of GraphQL and with 200 in JSON', async () => {
    const headers = { ...open.headers, accept: 'application/graphql-response+json' };
    expect((await post({ headers }, { documentId: 'other' })).status).toBe(400);
    expect((await post(open, { documentId: 'other' })).status).toBe(200);
  });

  it('is not kept with a text that comes with it: nobody but the operator adds', async () => {
    const persistedQuery = { version: 1, sha256Hash: 'mine' };
    const first = await post(open, {
      query: PAGE,
      variables: VARIABLES,
      extensions: { persistedQuery },
    });
    expect(dataOf(first)).toEqual(businessOf(open));
    const again = await post(open, { variables: VARIABLES, extensions: { persistedQuery } });
    expect(errorOf(again)).toMatchObject(NOT_FOUND);
  });
});

describe('a request that names no one document', () => {
  it.each([
    ['nothing', {}],
    ['an id that is a number', { documentId: 7 }],
    ['an id that is a list', { id: [PAGE_ID] }],
    ['a hash that is an object', { extensions: { persistedQuery: { sha256Hash: {} } } }],
    ['extensions that are a list', { extensions: [PAGE_ID] }],
    ['two ids', { documentId: PAGE_ID, id: 'two' }],
  ])('400 %s', async (_what, named) => {
    for (const service of [strict, open]) {
      const reply = await post(service, { ...named, variables: VARIABLES });
      expect(reply.status).toBe(400);
      expect(errorOf(reply)).toMatchObject({ code: 'BAD_REQUEST', codeMessage: 'invalid_request' });
    }
  });
});

describe('a service that runs trusted documents only', () => {
  it.each([
    ['a text of its own', { query: '{ __typename }' }],
    ['the very text of one', { query: PAGE, variables: VARIABLES }],
    ['a text and an id', { query: '{ __typename }', documentId: PAGE_ID, variables: VARIABLES }],
    [
      "a text with another's id, as Apollo sends it the second time",
      { query: PAGE, extensions: { persistedQuery: { version: 1, sha256Hash: PAGE_ID } } },
    ],
    ["GraphiQL's question for the schema", { query: getIntrospectionQuery() }],
    ['what is no GraphQL', { query: '}' }],
    ['a text that is none', { query: [PAGE] }],
  ])('refuses %s', async (_what, body) => {
    const reply = await post(strict, body);
    expect(errorOf(reply)).toMatchObject(ONLY);
    expect(reply.body).not.toHaveProperty('data');
  });

  it('refuses a text that others have run already', async () => {
    const body = { query: 'query Common { __typename }' };
    for (let round = 0; round < 3; round += 1) expect(dataOf(await post(open, body))).toBeDefined();
    expect(errorOf(await post(strict, body))).toMatchObject(ONLY);
  });

  it('refuses a text from a caller who has a key only', async () => {
    const { 'x-api-key': key, service } = strict.headers;
    const headers = { 'x-api-key': key, service };
    const body = { query: TOKEN, variables: { email: strict.email } };
    expect(errorOf(await post({ headers }, body))).toMatchObject(ONLY);
  });

  it('refuses a batch, a form, a GET and text around JSON, ids or not', async () => {
    const named = { documentId: PAGE_ID, variables: VARIABLES };
    const batch = await post(strict, [named, { query: '{ __typename }' }]);
    expect(batch.status).toBe(400);
    const form =
      '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"{ __typename }"}\r\n--x--\r\n';
    for (const [type, body] of [
      ['multipart/form-data; boundary=x', form],
      ['application/x-www-form-urlencoded', 'query=%7B__typename%7D'],
      ['application/graphql', '{ __typename }'],
    ] as const) {
      const headers = { ...strict.headers, 'content-type': type };
      expect((await post({ headers }, body)).status).toBe(415);
    }
    const { headers } = strict;
    const path = '/graphql?query=%7B__typename%7D';
    expect((await gateway.request('GET', path, { headers })).status).toBe(405);
    const withQuery = await gateway.request('POST', path, { body: named, headers });
    expect(dataOf(withQuery)).toEqual(businessOf(strict));
    const twice =
      '{"documentId":"two","query":"{ __typename }","query":null,"operationName":"One"}';
    expect(dataOf(await post(strict, twice))).toEqual({ __typename: 'Query' });
  });

  it('leaves v4 as it is', async () => {
    const { headers } = strict;
    const reply = await gateway.request('GET', '/api/v4/business/detail?id=1', { headers });
    expect(reply).toMatchObject({ status: 200, body: { success: true } });
  });
});

describe('a subscription', () => {
  it('is run by its id over Server-Sent Events, and not as a text', async () => {
    const { promise: hasConnected, resolve } = Promise.withResolvers<boolean>();
    const { headers, serviceId } = strict;
    const url = `${gateway.url}/graphql`;
    const client = createClient({ url, headers, retryAttempts: 0, on: { connected: resolve } });
    onTestFinished(() => client.dispose());
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'numbers' } };
    const events = client.iterate({ query: '', extensions });
    const first = events.next();
    await hasConnected;
    await recordNumbers(gateway.db, serviceId, [1]);
    expect((await first).value).toEqual({ data: { businessEvents: { userId: 1 } } });
    for (const [query, refusal] of [
      [NUMBERS, ONLY.code],
      ['', NOT_FOUND.code],
    ] as const) {
      const persistedQuery = { version: 1, sha256Hash: 'other' };
      const answer = await client.iterate({ query, extensions: { persistedQuery } }).next();
      expect(answer.value).toMatchObject({ errors: [{ extensions: { code: refusal } }] });
      expect(answer.value).not.toHaveProperty('data');
    }
  });
});

describe('findRequestedText', () => {
  it('gives the text to run, and nothing where the request is to be refused', async () => {
    const text = { query: '{ __typename }' };
    expect(await find(open, text)).toBe(text.query);
    expect(await find(strict, text)).toBeUndefined();
    expect(await find(strict, { ...text, documentId: PAGE_ID })).toBeUndefined();
    for (const service of [open, strict]) {
      expect(await find(service, { documentId: PAGE_ID })).toBe(PAGE);
      expect(await find(service, { documentId: PAGE_ID, id: 'two' })).toBeUndefined();
      expect(await find(service, { documentId: 'other' })).toBeUndefined();
      expect(await find(service, {})).toBeUndefined();
    }
  });
});

async function find(service: TestService, params: object): Promise<string | undefined> {
  const caller = { ...service.caller, documents: await rulesOf(service) };
  const ctx = await createTestContext(gateway.db, { ...service, caller });
  const trustedDocuments = createTrustedDocuments({ db: gateway.db });
  return await findRequestedText({ ...ctx, trustedDocuments }, params);
}

async function rulesOf({ serviceId }: TestService): Promise<DocumentRules> {
  return await gateway.db
    .selectFrom('services')
    .select(['trusted_only as trustedOnly', 'documents_version as version'])
    .where('id', '=', serviceId)
    .executeTakeFirstOrThrow();
}
