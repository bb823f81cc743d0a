import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../../src/auth/authenticate.ts';
import type { Caller } from '../../../../src/auth/caller.ts';
import type { Scope } from '../../../../src/auth/scopes.ts';
import type { TokenIssuer } from '../../../../src/auth/tokens.ts';
import { type Ctx, createCtx } from '../../../../src/context.ts';
import { AppError } from '../../../../src/errors.ts';
import { createLogger } from '../../../../src/log.ts';
import { issueAccessTokenInput } from '../../../../src/resolvers/auth/inputs.ts';
import { issueAccessToken } from '../../../../src/resolvers/auth/issue-access-token.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  ANY_DOCUMENT,
  addTestUser,
  createTestService,
  createTestTokens,
  type TestService,
  TOKEN_OPTIONS,
} from '../../../support/gateway/callers.ts';

const REFUSAL = new AppError('unauthenticated', 'The credentials are missing or not valid.');

const database = useDatabase();
let tokens: TokenIssuer;
let ours: TestService;

beforeAll(async () => {
  tokens = await createTestTokens(database.db);
});

beforeEach(async () => {
  ours = await createTestService(database.db, tokens);
});

function ctxOf(caller: Caller): Ctx {
  const log = createLogger('silent');
  return createCtx({ caller, requestId: 'request-1', db: database.db, tokens, log });
}

function keyHolder(scopes: Scope[] = ['business:read']): Caller {
  const { serviceId, service, apiKeyId } = ours;
  return {
    kind: 'key',
    serviceId,
    service,
    apiKeyId,
    scopes: new Set(scopes),
    documents: ANY_DOCUMENT,
  };
}

async function listAudit() {
  return await database.db
    .selectFrom('audit_events')
    .selectAll()
    .where('service_id', '=', ours.serviceId)
    .where('action', '=', 'access_token_issued')
    .execute();
}

describe('issueAccessToken', () => {
  it('gives a key holder a token that works with that key', async () => {
    const issued = await issueAccessToken(ctxOf(keyHolder()), { email: ours.email });
    expect(issued.expiresInSeconds).toBe(TOKEN_OPTIONS.ttlSeconds);
    const authenticator = createAuthenticator({ db: database.db, tokens });
    const authorization = `Bearer ${issued.accessToken}`;
    const user = await authenticator.authenticate({ ...ours.credentials, authorization });
    expect(user).toEqual({
      ...ours.caller,
      scopes: new Set(['business:read']),
      tokenExpiresAt: issued.expiresAt,
    });
  });

  it('finds the user by the e-mail in any case', async () => {
    const { userId } = await addTestUser(database.db, ours.serviceId, 'Ñandú@Example.TEST');
    for (const email of ['ñandú@example.test', 'ÑANDÚ@EXAMPLE.TEST', 'Ñandú@Example.TEST']) {
      const { accessToken } = await issueAccessToken(ctxOf(keyHolder()), { email });
      expect(await tokens.verify(accessToken)).toMatchObject({ userId });
    }
  });

  it('gives a user no more scopes than the user has', async () => {
    const caller = { ...ours.caller, scopes: new Set<Scope>(['answers:import']) };
    const { accessToken } = await issueAccessToken(ctxOf(caller), { email: ours.email });
    const token = await tokens.verify(accessToken);
    expect(token?.scopes).toEqual(new Set(['answers:import']));
  });

  it('refuses an unknown, a disabled and another service’s e-mail alike, and records none', async () => {
    const { serviceId, email: disabled } = ours;
    const other = await createTestService(database.db, tokens);
    await database.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('service_id', '=', serviceId)
      .execute();
    for (const email of ['nobody@example.test', disabled, other.email, '%', `${disabled} `]) {
      await expect(issueAccessToken(ctxOf(keyHolder()), { email })).rejects.toEqual(REFUSAL);
    }
    expect(await listAudit()).toEqual([]);
  });

  it('records who got a token by ids alone', async () => {
    const asker = await addTestUser(database.db, ours.serviceId);
    await issueAccessToken(ctxOf(keyHolder()), { email: ours.email });
    const caller = { ...ours.caller, userId: asker.userId };
    await issueAccessToken(ctxOf(caller), { email: ours.email });
    const events = await listAudit();
    expect(events.map((one) => [one.user_id, one.api_key_id, one.details])).toEqual([
      [null, ours.apiKeyId, { issuedToUserId: ours.userId }],
      [asker.userId, ours.apiKeyId, { issuedToUserId: ours.userId }],
    ]);
    expect(events[0]?.request_id).toBe('request-1');
    expect(JSON.stringify(events)).not.toContain('@');
  });
});

describe('the input', () => {
  it.each([
    ['no e-mail', {}],
    ['null', { email: null }],
    ['a number', { email: 7 }],
    ['an empty text', { email: '' }],
    ['321 characters', { email: 'a'.repeat(321) }],
    ['U+0000', { email: 'a\0@example.test' }],
    ['a lone surrogate', { email: 'a\ud800@example.test' }],
  ])('is refused with %s', (_what, input) => {
    expect(issueAccessTokenInput.safeParse(input).success).toBe(false);
  });

  it('may be 320 characters long and is left as it is', () => {
    const email = ` ${'A'.repeat(319)}`;
    expect(issueAccessTokenInput.parse({ email })).toEqual({ email });
  });
});
