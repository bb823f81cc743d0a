import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../../src/auth/authenticate.ts';
import type { Caller } from '../../../../src/auth/caller.ts';
import { SCOPES, type Scope, TOKEN_SCOPES } from '../../../../src/auth/scopes.ts';
import type { TokenIssuer } from '../../../../src/auth/tokens.ts';
import { createRequestContext, type RequestContext } from '../../../../src/context.ts';
import type { AuditAction } from '../../../../src/domain/events/audit-event.ts';
import { AppError } from '../../../../src/errors.ts';
import { createLogger } from '../../../../src/log.ts';
import { issueAccessTokenInput } from '../../../../src/resolvers/auth/inputs.ts';
import { issueAccessToken } from '../../../../src/resolvers/auth/issue-access-token.ts';
import { issueOperatorToken } from '../../../../src/resolvers/service/issue-operator-token.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  ANY_DOCUMENT,
  addTestUser,
  createTestService,
  createTestTokens,
  NO_VAULT,
  type TestService,
  TOKEN_OPTIONS,
} from '../../../support/gateway/callers.ts';

const REFUSAL = new AppError('unauthenticated', 'The credentials are missing or invalid.');

const FORBIDDEN: unknown = expect.objectContaining({
  code: 'forbidden',
  requiredScope: 'token:issue',
});

const database = useDatabase();
let tokens: TokenIssuer;
let ours: TestService;

beforeAll(async () => {
  tokens = await createTestTokens(database.db);
});

beforeEach(async () => {
  ours = await createTestService(database.db, tokens);
});

function ctxOf(caller: Caller): RequestContext {
  const log = createLogger('silent');
  return createRequestContext({ caller, requestId: 'request-1', db: database.db, tokens, log });
}

function keyHolder(scopes: Scope[] = ['business:read', 'token:issue']): Caller {
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

async function listAudit(action: AuditAction) {
  return await database.db
    .selectFrom('audit_events')
    .selectAll()
    .where('service_id', '=', ours.serviceId)
    .where('action', '=', action)
    .orderBy('id')
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

  it('never gives a token the scope that issues tokens', async () => {
    const { accessToken } = await issueAccessToken(ctxOf(keyHolder([...SCOPES])), {
      email: ours.email,
    });
    expect((await tokens.verify(accessToken))?.scopes).toEqual(new Set(TOKEN_SCOPES));
    const operator = { service: ours.service, email: ours.email, ttlSeconds: undefined };
    const parts = { db: database.db, vault: NO_VAULT, options: TOKEN_OPTIONS };
    const usual = await issueOperatorToken(parts, { ...operator, scopes: [] });
    expect((await tokens.verify(usual.accessToken))?.scopes).toEqual(new Set(TOKEN_SCOPES));
    const named = issueOperatorToken(parts, { ...operator, scopes: ['token:issue'] });
    await expect(named).rejects.toThrow('Scope "token:issue" does not exist');
  });

  it('refuses a key without the scope, whatever else it has', async () => {
    const caller = keyHolder(SCOPES.filter((scope) => scope !== 'token:issue'));
    await expect(issueAccessToken(ctxOf(caller), { email: ours.email })).rejects.toEqual(FORBIDDEN);
    expect(await listAudit('access_token_issued')).toEqual([]);
  });

  it('refuses a user, of the own e-mail and of another', async () => {
    const colleague = await addTestUser(database.db, ours.serviceId);
    const caller = { ...ours.caller, scopes: new Set(SCOPES) };
    for (const { email } of [ours, colleague])
      await expect(issueAccessToken(ctxOf(caller), { email })).rejects.toEqual(FORBIDDEN);
    expect(await listAudit('access_token_issued')).toEqual([]);
  });

  it('refuses an unknown, a disabled and another service’s e-mail alike', async () => {
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
    expect(await listAudit('access_token_issued')).toEqual([]);
  });

  it('records who got a token, and which key asked, by ids alone', async () => {
    await issueAccessToken(ctxOf(keyHolder()), { email: ours.email });
    const events = await listAudit('access_token_issued');
    expect(events.map((event) => [event.user_id, event.api_key_id, event.details])).toEqual([
      [null, ours.apiKeyId, { issuedToUserId: ours.userId }],
    ]);
    expect(events[0]?.request_id).toBe('request-1');
    expect(JSON.stringify(events)).not.toContain('@');
  });

  it('records each refusal though nothing was done, by ids and a reason alone', async () => {
    const requests: [Caller, string][] = [
      [keyHolder(['business:read']), ours.email],
      [ours.caller, ours.email],
      [keyHolder(), 'nobody@example.test'],
    ];
    for (const [caller, email] of requests)
      await expect(issueAccessToken(ctxOf(caller), { email })).rejects.toThrow(AppError);
    const events = await listAudit('access_token_refused');
    expect(events.map((event) => [event.user_id, event.api_key_id, event.details])).toEqual([
      [null, ours.apiKeyId, { refusal: 'lacks_scope' }],
      [ours.userId, ours.apiKeyId, { refusal: 'shows_token' }],
      [null, ours.apiKeyId, { refusal: 'no_enabled_user' }],
    ]);
    expect(events.map((event) => event.request_id)).toEqual(Array(3).fill('request-1'));
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
