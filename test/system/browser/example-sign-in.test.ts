import { spawn } from 'node:child_process';
import { request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isPassword } from '../../../examples/web/server/passwords.ts';
import { readUsers } from '../../../examples/web/server/users.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { EXAMPLE_PASSWORD, useExampleWeb } from '../../support/processes/example-web.ts';

const gateway = useGateway();
const example = useExampleWeb(() => ({ ...gateway.service, url: gateway.url }));

const ISSUE = `mutation ($email: String!) { issueAccessToken(input: { email: $email }) {
  __typename ... on IssueAccessTokenPayload { accessToken } } }`;

type Reply = { status: number; body: string };

/** Sends the path as it stands, which `fetch` would normalize. */
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(example.url);
  return await new Promise<Reply>((resolve, reject) => {
    const sent = openRequest(
      {
        hostname,
        port,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        const answer = async () => ({
          status: response.statusCode ?? 0,
          body: await text(response),
        });
        answer().then(resolve, reject);
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

async function signIn(email: string, password: string, headers = {}): Promise<Reply> {
  return await post('/sign-in', { email, password }, headers);
}

function tokenOf({ body }: Reply): string {
  return /"accessToken":"([\w.-]+)"/.exec(body)?.[1] ?? '';
}

async function countIssued(): Promise<number> {
  const events = gateway.db.selectFrom('audit_events').select('id');
  return (await events.where('action', '=', 'access_token_issued').execute()).length;
}

describe('the sign-in of the example frontend', () => {
  it('gives a token to who knows the password, and the page gets its data with it', async () => {
    const { email, service } = gateway.service;
    const reply = await signIn(email.toUpperCase(), EXAMPLE_PASSWORD);
    expect(reply.status).toBe(200);
    expect(reply.body).not.toContain(gateway.service.apiKey);
    const headers = { authorization: `Bearer ${tokenOf(reply)}` };
    const viewer = await post('/graphql', { query: '{ viewer { service } }' }, headers);
    expect(viewer).toEqual({
      status: 200,
      body: JSON.stringify({ data: { viewer: { service } } }),
    });
  });

  it('refuses a wrong password, a person who is no user of it, and another site', async () => {
    const colleague = await addTestUser(gateway.db, gateway.service.serviceId);
    const before = await countIssued();
    const { email } = gateway.service;
    const wrong = { status: 401, body: '{"refusal":"wrong_password"}' };
    expect(await signIn(email, 'another password')).toEqual(wrong);
    expect(await signIn(email, '')).toEqual(wrong);
    expect(await signIn(colleague.email, EXAMPLE_PASSWORD)).toEqual(wrong);
    const elsewhere = { origin: 'https://elsewhere.test' };
    expect((await signIn(email, EXAMPLE_PASSWORD, elsewhere)).status).toBe(400);
    expect(await countIssued()).toBe(before);
  });

  it('knows a person by the line that `npm run user` prints', async () => {
    const script = fileURLToPath(
      new URL('../../../examples/web/server/print-user.ts', import.meta.url),
    );
    const child = spawn(process.execPath, [script, 'Ana@Example.test']);
    child.stdin.end('a password of Ana\n');
    const line = await text(child.stdout);
    const users = readUsers(parseEnv(line));
    expect([...users.keys()]).toEqual(['ana@example.test']);
    const stored = users.get('ana@example.test');
    expect(await isPassword('a password of Ana', stored)).toBe(true);
    expect(await isPassword('a password of ana', stored)).toBe(false);
    expect(line).not.toContain('password');
  });

  it('ends the attempts on an e-mail, also with the right password', async () => {
    const email = 'guessed@example.test';
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await signIn(email, `guess ${attempt}`)).status).toBe(401);
    expect((await signIn(email, EXAMPLE_PASSWORD)).status).toBe(429);
  });
});

describe('what the example frontend passes on', () => {
  it.each([
    ['nothing', {}],
    ['a wrong token', { authorization: 'Bearer abc.def.ghi' }],
    ['an empty Authorization', { authorization: '' }],
    [
      'an Authorization that a proxy would drop',
      { authorization: 'x', connection: 'authorization' },
    ],
  ])('yields no token of anybody to a caller who shows %s', async (_what, headers) => {
    const before = await countIssued();
    const { email } = gateway.service;
    const graph = { query: ISSUE, variables: { email } };
    for (const [path, body] of [
      ['/graphql', graph],
      ['/graphql?', graph],
      ['//graphql', graph],
      ['/api/v4/auth/token', { email }],
      ['/api/v4/file/../auth/token', { email }],
      ['/api/v4/file/%2e%2e/auth/token', { email }],
      ['/api/v4/file/..\\auth/token', { email }],
    ] as const) {
      const { status, body: answer } = await post(path, body, headers);
      expect({ path, isRefused: status >= 400 }).toEqual({ path, isRefused: true });
      expect(answer).not.toMatch(/access_?token"/i);
    }
    expect(await countIssued()).toBe(before);
  });

  it('yields a user no token of another user', async () => {
    const before = await countIssued();
    const token = gateway.service.headers.authorization;
    const { email } = await addTestUser(gateway.db, gateway.service.serviceId);
    const reply = await post(
      '/graphql',
      { query: ISSUE, variables: { email } },
      { authorization: token },
    );
    expect(reply.body).toContain('NotAuthorizedError');
    expect(await countIssued()).toBe(before);
  });
});
