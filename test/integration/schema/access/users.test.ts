import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../../src/auth/authenticate.ts';
import type { TokenIssuer } from '../../../../src/auth/tokens.ts';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { addTestUser, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let tokens: TokenIssuer;
beforeAll(async () => {
  tokens = await createTestTokens(gateway.db);
});

const CHANGED = 'changed replayed user { databaseId email givenName paternalSurname disabledAt }';
const PAYLOADS: Record<string, string> = {
  createUser: `... on CreateUserPayload { replayed user { databaseId email givenName paternalSurname disabledAt } }`,
  updateUser: `... on UpdateUserPayload { ${CHANGED} }`,
  disableUser: `... on DisableUserPayload { ${CHANGED} }`,
  enableUser: `... on EnableUserPayload { ${CHANGED} }`,
};

async function send(name: string, input: object): Promise<unknown> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const document = `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename
    ${PAYLOADS[name]} ... on UserError { code message }
    ... on InputValidationError { issues { path code message } } } }`;
  return at(dataOf(await gateway.graphql(document, { input })), name);
}

async function listAudit() {
  return await gateway.db
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'details'])
    .where('action', 'like', 'user_%')
    .orderBy('id')
    .execute();
}

function newEmail(): string {
  return `canary-${randomUUID()}@example.test`;
}

describe('disableUser', () => {
  it('ends the tokens of the user, and enableUser lets them in again', async () => {
    const { service } = gateway;
    const user = await addTestUser(gateway.db, service.serviceId);
    const grant = { ...service.caller, userId: user.userId };
    const { accessToken } = await tokens.issue(grant);
    const shown = { ...service.credentials, authorization: `Bearer ${accessToken}` };
    const authenticator = createAuthenticator({ db: gateway.db, tokens, cacheTtlMs: 0 });
    expect(await authenticator.authenticate(shown)).toMatchObject({ userId: user.userId });

    const lookup = { user: { email: user.email.toUpperCase() } };
    expect(await send('disableUser', lookup)).toMatchObject({ changed: true });
    await expect(authenticator.authenticate(shown)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const { body } = await gateway.request('POST', '/api/v4/auth/token', {
      headers: gateway.service.keyHeaders,
      body: { email: user.email },
    });
    expect(at(body, 'code_message')).toBe('unauthorized');

    expect(await send('enableUser', lookup)).toMatchObject({
      changed: true,
      user: { disabledAt: null },
    });
    expect(await authenticator.authenticate(shown)).toMatchObject({ userId: user.userId });
  });

  it('refuses the caller itself, by whichever name, and changes nothing', async () => {
    const { userId, email } = gateway.service;
    const before = await dumpTables(gateway.db);
    for (const user of [{ databaseId: userId }, { email }, { id: encodeGlobalId('User', userId) }])
      expect(await send('disableUser', { user })).toEqual({
        __typename: 'InputValidationError',
        code: 'VALIDATION_FAILED',
        message: 'The input is invalid.',
        issues: [
          { path: ['user'], code: 'NOT_ALLOWED', message: 'Must not be the user of the caller' },
        ],
      });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('writes nothing the second time, and keeps since when', async () => {
    const { userId } = await addTestUser(gateway.db, gateway.service.serviceId);
    const user = { databaseId: userId };
    const first = await send('disableUser', { user });
    const before = await dumpTables(gateway.db);
    const second = await send('disableUser', { user });
    expect(at(second, 'changed')).toBe(false);
    expect(at(second, 'user', 'disabledAt')).toBe(at(first, 'user', 'disabledAt'));
    expect(await dumpTables(gateway.db)).toEqual(before);
  });
});

describe('createUser', () => {
  it('adds a user whom tokens can be asked for, once for each key', async () => {
    const email = newEmail();
    const input = { email, givenName: 'Canary', paternalSurname: ' ', idempotencyKey: email };
    const made = await send('createUser', input);
    expect(made).toMatchObject({
      replayed: false,
      user: { email, givenName: 'Canary', paternalSurname: null, disabledAt: null },
    });
    expect(await send('createUser', input)).toEqual({ ...Object(made), replayed: true });
    const { keyHeaders: headers } = gateway.service;
    const options = { headers, body: { email } };
    const { status } = await gateway.request('POST', '/api/v4/auth/token', options);
    expect(status).toBe(200);
  });

  it('refuses an e-mail that is taken in any case; of ten at once one is made', async () => {
    const email = newEmail();
    const sent = Array.from({ length: 10 }, async (_, index) => {
      const written = index % 2 === 0 ? email : email.toUpperCase();
      return await send('createUser', { email: written, givenName: 'Ana' });
    });
    const names = (await Promise.all(sent)).map((one) => at(one, '__typename'));
    expect(names.filter((one) => one === 'CreateUserPayload')).toHaveLength(1);
    expect(names.filter((one) => one === 'ConflictError')).toHaveLength(9);
  });

  it('tells every fault of the input at once', async () => {
    expect(await send('createUser', { email: 'none', givenName: ' ' })).toMatchObject({
      issues: [
        { path: ['email'], code: 'WRONG_FORMAT' },
        { path: ['givenName'], code: 'TOO_SHORT' },
      ],
    });
  });
});

describe('updateUser', () => {
  it('changes the names that are sent and leaves the others', async () => {
    const input = { email: newEmail(), givenName: 'Ana', paternalSurname: 'Rey' };
    const id = at(await send('createUser', input), 'user', 'databaseId');
    const user = { databaseId: id };
    expect(await send('updateUser', { user, givenName: 'Eva' })).toMatchObject({
      changed: true,
      user: { givenName: 'Eva', paternalSurname: 'Rey' },
    });
    expect(await send('updateUser', { user, paternalSurname: null })).toMatchObject({
      user: { givenName: 'Eva', paternalSurname: null },
    });
    expect(await send('updateUser', { user, givenName: null })).toMatchObject({ changed: false });
    expect(await send('updateUser', { user: { databaseId: 999_999 } })).toMatchObject({
      __typename: 'UserNotFoundError',
      code: 'USER_NOT_FOUND',
    });
  });

  it('is on record by ids, as all that is done to users: nobody’s name or e-mail is', async () => {
    const user = { databaseId: gateway.service.userId };
    await send('updateUser', { user, givenName: 'Canary', paternalSurname: 'Example' });
    const rows = await listAudit();
    const updated = rows.filter((one) => one.action === 'user_updated');
    expect(updated.map((one) => one.user_id)).toContain(gateway.service.userId);
    expect(JSON.stringify(updated[0]?.details)).toMatch(/^\{"changedUserId":\d+\}$/);
    expect(JSON.stringify(rows)).not.toMatch(/canary|example/i);
    expect(gateway.logs).toContain('/graphql');
    expect(gateway.logs).not.toMatch(/canary/i);
  });
});

describe('users', () => {
  const PAGE = `query ($first: Int, $last: Int, $after: String, $before: String, $filter: UserFilter) {
    users(first: $first, last: $last, after: $after, before: $before, filter: $filter) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes { databaseId } } }`;

  async function page(variables: object): Promise<{ ids: unknown[]; of: unknown }> {
    const of = at(dataOf(await gateway.graphql(PAGE, variables)), 'users');
    const nodes: unknown = at(of, 'nodes');
    return { ids: Array.isArray(nodes) ? nodes.map((one) => at(one, 'databaseId')) : [], of };
  }

  it('come page after page from either end, each once, by id', async () => {
    for (let count = 0; count < 5; count += 1)
      await addTestUser(gateway.db, gateway.service.serviceId);
    const rows = await gateway.db
      .selectFrom('users')
      .select('id')
      .where('service_id', '=', gateway.service.serviceId)
      .orderBy('id')
      .execute();
    const all = rows.map((one) => one.id);
    for (const [size, cursor, from] of [
      ['first', 'after', 'endCursor'],
      ['last', 'before', 'startCursor'],
    ] as const) {
      const found: unknown[] = [];
      let place: unknown = null;
      for (let more = true; more; ) {
        const { ids, of } = await page({ [size]: 3, [cursor]: place });
        found.push(...(size === 'first' ? ids : ids.toReversed()));
        place = at(of, 'pageInfo', from);
        more = at(of, 'pageInfo', size === 'first' ? 'hasNextPage' : 'hasPreviousPage') === true;
      }
      expect(found).toEqual(size === 'first' ? all : all.toReversed());
    }
  });

  it('are filtered by whether they are disabled and by the whole e-mail in any case', async () => {
    const { userId, email } = await addTestUser(gateway.db, gateway.service.serviceId);
    await send('disableUser', { user: { databaseId: userId } });
    const disabled = await page({ filter: { isDisabled: true } });
    expect(disabled.ids).toContain(userId);
    expect(disabled.ids).not.toContain(gateway.service.userId);
    const byEmail = { email: email.toUpperCase() };
    expect((await page({ filter: byEmail })).ids).toEqual([userId]);
    expect((await page({ filter: { ...byEmail, isDisabled: false } })).ids).toEqual([]);
    expect(at((await page({ filter: byEmail })).of, 'totalCount')).toBe(1);
    const { body } = await gateway.graphql(PAGE, { filter: { email: email.slice(1, 5) } });
    expect(at(body, 'errors', 0, 'extensions', 'code')).toBe('VALIDATION_FAILED');
  });

  it('cost one statement, and two where they are counted', async () => {
    gateway.statements.length = 0;
    await gateway.graphql('{ users { nodes { email } } }');
    expect(gateway.statements).toHaveLength(1);
    await gateway.graphql('{ users { totalCount nodes { email } } }');
    expect(gateway.statements).toHaveLength(3);
  });
});
