import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exchangeRaw, head, statusesOf } from '../../support/clients/raw-http.ts';
import { type Random, repeatRandomly } from '../../support/data/random.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { expectNoFault } from '../../support/probes/no-fault.ts';

const gateway = useGateway();

/** What an answer must not let through of how it was made. */
const INNER =
  /select |insert into|\n\s+at |at async |node_modules|pg_|kysely|postgres|\.ts\b|file:\/\//i;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'] as const;
const PARTS = [
  'api',
  'v4',
  'business',
  'detail',
  'fiduciary',
  'complete',
  'quiz',
  'answers',
  'import',
  'auth',
  'token',
  'graphql',
  'health',
  'ready',
  '1',
  '9007199254740993',
  '-1',
  '%00',
  '%ff',
  '%2e%2e',
  '..',
  '',
  "';--",
  '{business_id}',
  '__proto__',
] as const;
const PATHS = [
  '/api/v4/business/detail',
  '/api/v4/fiduciary/1/complete',
  '/api/v4/quiz/answers/import/api',
  '/api/v4/auth/token',
  '/api/v4/rfc/validate',
  '/graphql',
  '/health/ready',
  '/.well-known/jwks.json',
  '/.well-known/report-keys.json',
  '/verify',
  '/api/v4/openapi.json',
] as const;
const QUERIES = [
  '',
  '?id=1',
  '?id=',
  '?id=1&id=2',
  '?%',
  '?id=%00',
  '?__proto__=1',
  '??',
  '?id[]=1',
] as const;
const VALUES = [
  'null',
  'true',
  '0',
  '1',
  '-1',
  '1e400',
  '9007199254740993',
  '""',
  '"all"',
  '"\\u0000"',
  '"\\ud800"',
  '[]',
  '{}',
  '[[[[[[]]]]]]',
  '["kyc"]',
  '[{"question":"q","answer":"a"}]',
  '"{ viewer { service } }"',
  '"{"',
  '"query ($a: Int) { nodes(ids: []) { id } }"',
  '{"__proto__":{"a":1}}',
] as const;
const NAMES = [
  'user_id',
  'templates',
  'combined_from',
  'answers',
  'delete_mode',
  'email',
  'rfc',
  'query',
  'variables',
  'operationName',
  'extensions',
  '__proto__',
  'constructor',
] as const;

function somePath(random: Random): string {
  if (random.below(2) === 0) return random.pick(PATHS) + random.pick(QUERIES);
  const parts = Array.from({ length: 1 + random.below(5) }, () => random.pick(PARTS));
  return `/${parts.join('/')}${random.pick(QUERIES)}`;
}

function someBody(random: Random): string {
  const member = (): string => `"${random.pick(NAMES)}":${random.pick(VALUES)}`;
  const whole = `{${Array.from({ length: random.below(5) }, member).join(',')}}`;
  return random.pick([whole, whole, whole, whole.slice(0, -1), random.pick(VALUES), '', '\u00ff']);
}

function someHeaders(random: Random): Record<string, string> {
  const { service } = gateway;
  return {
    ...random.pick([service.headers, service.headers, { service: service.service }, {}]),
    'content-type': random.pick(['application/json', 'application/json', 'text/plain', '*', ';']),
    accept: random.pick([
      'application/json',
      '*/*',
      'text/html',
      'application/graphql-response+json',
      ';',
    ]),
    'x-request-id': random.pick(['0B9A4C1E-52D7-4B0E-9B1E-3F5A6C7D8E9F', 'x', '', 'é']),
    'idempotency-key': random.pick(['k', 'k', '', 'é', 'a'.repeat(300)]),
  };
}

describe('whatever is asked', () => {
  it('is answered with a request id and without a fault or an inner word', async () => {
    await repeatRandomly(async (random) => {
      for (let n = 0; n < 20; n += 1) {
        const body = someBody(random);
        const line = `${random.pick(METHODS)} ${somePath(random)}`;
        const headers = {
          ...someHeaders(random),
          connection: 'close',
          'content-length': String(Buffer.byteLength(body)),
        };
        const sent = head(line, headers) + body;
        expect({ sent, ...readAnswer(await exchangeRaw(gateway.url, sent)) }).toMatchObject({
          isRefusedOrDone: true,
          hasRequestId: true,
          inner: null,
          isWhole: true,
        });
      }
    });
    await expectNoFault(gateway);
  });
});

function readAnswer(received: string) {
  const at = received.indexOf('\r\n\r\n');
  const [heading, body] = [received.slice(0, at), received.slice(at + 4)];
  const [status = 0] = statusesOf(heading);
  const type = /^content-type: (\S+?);?( |$)/im.exec(heading)?.[1] ?? '';
  return {
    isRefusedOrDone: status >= 200 && status < 500,
    hasRequestId: /^x-request-id: [0-9a-fA-F-]{36}\r?$/m.test(heading),
    inner: INNER.exec(status === 200 ? '' : body)?.[0] ?? null,
    isWhole: body === '' || !type.endsWith('json') || isJson(body),
  };
}

function isJson(text: string): boolean {
  return z
    .string()
    .transform((value) => void JSON.parse(value))
    .safeParse(text).success;
}

describe('every page', () => {
  it.each(['/', '/graphiql', '/api/v4/docs', '/api/v4/openapi.json', '/health/live', '/nowhere'])(
    '%s has a request id, the sent one where it can hold nothing else',
    async (path) => {
      const made = await gateway.request('GET', path, { headers: {} });
      expect(made.headers.get('x-request-id')).toMatch(
        /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      );
      const sent = await gateway.request('GET', path, {
        headers: { 'x-request-id': '0B9A4C1E-52D7-4B0E-9B1E-3F5A6C7D8E9F' },
      });
      expect(sent.headers.get('x-request-id')).toBe('0B9A4C1E-52D7-4B0E-9B1E-3F5A6C7D8E9F');
    },
  );
});
