import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/auth/scopes.ts';
import { AppError, ERROR_CODES, type ErrorCode } from '../../../src/errors.ts';
import { findRefusal } from '../../../src/rest-compat/respond.ts';
import { schema } from '../../../src/schema/index.ts';
import { handleGraphql } from '../../../src/schema/serving/handle.ts';
import { maskError } from '../../../src/schema/serving/mask-error.ts';
import { at } from '../../support/clients/graphql.ts';
import { createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

/** What the v4 interface answers for a failure. */
function onV4(code: ErrorCode) {
  const reply = findRefusal(new AppError(code, 'Told.'))?.reply;
  return { status: reply?.status, codeMessage: reply?.body.code_message, headers: reply?.headers };
}

/** What the graph answers for a failure before its document runs. */
async function beforeRunning(code: ErrorCode) {
  const reply = await handleGraphql(
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      authenticate: async () => await Promise.reject(new AppError(code, 'Told.')),
      readBody: async () => await Promise.resolve(Buffer.from('{}')),
      withinTimeout: async (work) => await work,
      onRefusal: () => undefined,
      onFault: () => expect.unreachable('a failure is no fault'),
    },
    async () => await Promise.reject(new Error('nothing runs')),
  );
  const body: unknown = 'body' in reply ? JSON.parse(reply.body.toString()) : undefined;
  const extensions = at(body, 'errors', 0, 'extensions');
  return {
    status: reply.status,
    code: at(extensions, 'code'),
    codeMessage: at(extensions, 'code_message'),
    challenge: reply.headers['www-authenticate'],
  };
}

/** What the graph answers for a failure at a field of a document that runs. */
function whileRunning(code: ErrorCode) {
  const originalError = new AppError(code, 'Told.');
  const { extensions } = maskError(
    new GraphQLError('Told.', { originalError, path: ['business'] }),
    () => expect.unreachable('a failure is no fault'),
  );
  return {
    code: extensions['code'],
    codeMessage: extensions['code_message'],
    http: extensions['http'],
  };
}

describe('every failure of an operation', () => {
  it('has one code_message on both wires, and one status where nothing ran', async () => {
    const rows = await Promise.all(
      ERROR_CODES.map(async (code) => ({ code, early: await beforeRunning(code) })),
    );
    for (const { code, early } of rows) {
      const { status, codeMessage } = onV4(code);
      expect([code, early.codeMessage, early.status]).toEqual([code, codeMessage, status]);
      expect([code, whileRunning(code)]).toMatchObject([code, { code: early.code, codeMessage }]);
    }
    const lines = rows.map(
      ({ code, early }) => `${code} ${early.status} ${String(early.codeMessage)}`,
    );
    console.info(`code_message of both wires: ${lines.join(', ')}`);
    expect(rows.length).toBeGreaterThan(10);
  });

  it('is told as a bearer challenge on both wires where nobody is known', async () => {
    for (const code of ERROR_CODES) {
      const challenge = code === 'unauthenticated' ? 'Bearer' : undefined;
      expect(onV4(code).headers?.['www-authenticate']).toBe(challenge);
      expect((await beforeRunning(code)).challenge).toBe(challenge);
    }
  });

  it('gives the whole answer its status only where it concerns the whole request', () => {
    const ofRequests = ERROR_CODES.filter((code) => whileRunning(code).http !== undefined);
    expect(ofRequests).toEqual([
      'unauthenticated',
      'limit_exceeded',
      'quota_exceeded',
      'too_many_requests',
      'service_unavailable',
    ]);
    for (const code of ofRequests)
      expect(whileRunning(code).http).toMatchObject({ status: onV4(code).status });
  });

  it('stands in the description of its code in the graph', () => {
    const ErrorCodes = schema.getType('ErrorCode');
    const described = ERROR_CODES.map((code) => {
      const { code: name, codeMessage } = whileRunning(code);
      const values = ErrorCodes && 'getValues' in ErrorCodes ? ErrorCodes.getValues() : [];
      return [code, codeMessage, values.find((one) => one.name === name)?.description];
    });
    // The only failure of which v4 can know nothing: none of its requests names a version.
    const known = described.filter(([code]) => code !== 'version_conflict');
    for (const [code, codeMessage, text] of known)
      expect([code, text]).toEqual([code, expect.stringContaining(`\`${String(codeMessage)}\``)]);
  });
});

const DETAIL = '/api/v4/business/detail?id=1';
const COUNT = '{ businesses { totalCount } }';

type Asked = { path: string; document: string; variables?: object; body?: string };

/** What the two wires answer two requests that fail alike: status of v4, and the word of each. */
async function askBoth(asked: Asked, headers: Record<string, string>) {
  const { path, document, variables, body } = asked;
  const options = { headers, ...(body === undefined ? {} : { body }) };
  const rest = await gateway.request(body === undefined ? 'GET' : 'POST', path, options);
  const graph = await gateway.graphql(document, variables, headers);
  const word = at(graph.body, 'errors', 0, 'extensions', 'code_message');
  return [rest.status, at(rest.body, 'code_message'), word];
}

describe('on the wires themselves', () => {
  it('401 and 403 are one word', async () => {
    const { db, service } = gateway;
    const tokens = await createTestTokens(db);
    const scopes = new Set<Scope>(['tax:validate']);
    const { accessToken } = await tokens.issue({ ...service.caller, scopes });
    const weak = { ...service.headers, authorization: `Bearer ${accessToken}` };
    const asked = { path: DETAIL, document: COUNT };
    expect(await askBoth(asked, {})).toEqual([401, 'unauthorized', 'unauthorized']);
    expect(await askBoth(asked, weak)).toEqual([403, 'unauthorized', 'unauthorized']);
  });

  it('400 for an input that breaks a rule is one word', async () => {
    const asked = {
      path: '/api/v4/business/detail?id=x',
      document: '{ businesses(first: 9999) { totalCount } }',
    };
    const words = await askBoth(asked, gateway.service.headers);
    expect(words).toEqual([400, 'invalid_request', 'invalid_request']);
  });

  it('413 for a body over the limit is one word', async () => {
    const long = 'x'.repeat(2 ** 20);
    const asked = {
      path: '/api/v4/auth/token',
      body: JSON.stringify({ email: long }),
      document: COUNT,
      variables: { long },
    };
    const words = await askBoth(asked, gateway.service.headers);
    expect(words).toEqual([413, 'payload_too_large', 'payload_too_large']);
  });
});
