import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../../src/auth/authenticate.ts';
import { createTokenIssuer, type TokenIssuer } from '../../../src/auth/tokens.ts';
import { AppError } from '../../../src/errors.ts';
import { revokeServiceKey } from '../../../src/resolvers/service/revoke-service-key.ts';
import { createTestDatabase, useDatabase } from '../../support/database/database.ts';
import { createRecordingDb } from '../../support/database/recording-db.ts';
import {
  createTestService,
  NO_VAULT,
  type TestService,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';

const TTL_MS = 3000;
const REFUSAL = new AppError('unauthenticated', 'The credentials are missing or invalid.');

const database = useDatabase();
let time = Date.parse('2026-11-21T00:00:00Z');
let tokens: TokenIssuer;
let caller: TestService;
let statements: string[];
let authenticator: Authenticator;

beforeAll(async () => {
  const { db } = database;
  tokens = await createTokenIssuer({
    db,
    vault: NO_VAULT,
    options: TOKEN_OPTIONS,
    now: () => time,
  });
});

beforeEach(async () => {
  caller = await createTestService(database.db, tokens);
  const recording = createRecordingDb(database.pool);
  statements = recording.statements;
  authenticator = createAuthenticator({ db: recording.db, tokens, now: () => time });
});

async function disableUser(): Promise<void> {
  await database.db
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('service_id', '=', caller.serviceId)
    .where('id', '=', caller.userId)
    .execute();
}

describe('a caller that was seen', () => {
  it('costs no statement until the time is over, then one', async () => {
    await authenticator.authenticate(caller.credentials);
    time += TTL_MS - 1;
    await authenticator.authenticate(caller.credentials);
    expect(statements).toHaveLength(1);
    time += 1;
    await authenticator.authenticate(caller.credentials);
    expect(statements).toHaveLength(2);
  });

  it('is refused once the time is over when the key was revoked', async () => {
    const { credentials, service, apiKey } = caller;
    const key = { service, apiKey };
    await authenticator.authenticate(credentials);
    await authenticator.authenticateKey(key);
    await revokeServiceKey(database.db, { service, prefixOrKey: apiKey });
    time += TTL_MS;
    await expect(authenticator.authenticate(credentials)).rejects.toEqual(REFUSAL);
    await expect(authenticator.authenticateKey(key)).rejects.toEqual(REFUSAL);
  });

  it('is refused once the time is over when the user was disabled', async () => {
    await authenticator.authenticate(caller.credentials);
    await disableUser();
    time += TTL_MS;
    await expect(authenticator.authenticate(caller.credentials)).rejects.toEqual(REFUSAL);
  });

  it('is refused from the moment the token expires, within the time too', async () => {
    const { serviceId, service, userId } = caller;
    const grant = { serviceId, service, userId, scopes: caller.caller.scopes };
    const { accessToken, expiresAt } = await tokens.issue(grant, 2);
    const credentials = { ...caller.credentials, authorization: `Bearer ${accessToken}` };
    await authenticator.authenticate(credentials);
    time = expiresAt.getTime();
    await expect(authenticator.authenticate(credentials)).rejects.toEqual(REFUSAL);
  });

  it('does not vouch for other credentials: each of the three is part of what was seen', async () => {
    const other = await createTestService(database.db, tokens);
    await authenticator.authenticate(caller.credentials);
    await authenticator.authenticate(other.credentials);
    for (const header of ['authorization', 'apiKey', 'service'] as const) {
      const mixed = { ...caller.credentials, [header]: other.credentials[header] };
      await expect(authenticator.authenticate(mixed)).rejects.toEqual(REFUSAL);
    }
  });

  it('is looked up again when the clock was set back', async () => {
    await authenticator.authenticate(caller.credentials);
    time -= 1;
    await authenticator.authenticate(caller.credentials);
    expect(statements).toHaveLength(2);
  });

  it('is forgotten when more callers come than the cache may hold', async () => {
    const { db, statements: few } = createRecordingDb(database.pool);
    const small = createAuthenticator({ db, tokens, cacheMax: 1, now: () => time });
    const other = await createTestService(database.db, tokens);
    for (const one of [caller, other, caller]) await small.authenticate(one.credentials);
    expect(few).toHaveLength(3);
  });
});

describe('callers that come at once', () => {
  it('share one statement when their headers are the same', async () => {
    const calls = Array.from({ length: 20 }, () => authenticator.authenticate(caller.credentials));
    const users = await Promise.all(calls);
    expect(new Set(users.map((user) => user.userId))).toEqual(new Set([caller.userId]));
    expect(statements).toHaveLength(1);
  });

  it('do not join a statement that was sent longer ago than the time', async () => {
    const blocker = await database.pool.connect();
    await blocker.query('begin; lock table api_keys in access exclusive mode');
    const early = authenticator.authenticate(caller.credentials);
    time += TTL_MS;
    const late = authenticator.authenticate(caller.credentials);
    await blocker.query('commit');
    blocker.release();
    await Promise.all([early, late]);
    expect(statements).toHaveLength(2);
  });
});

describe('a refusal', () => {
  it('is not kept: the user works as soon as it is enabled again', async () => {
    await disableUser();
    await expect(authenticator.authenticate(caller.credentials)).rejects.toEqual(REFUSAL);
    await database.db
      .updateTable('users')
      .set({ disabled_at: null })
      .where('service_id', '=', caller.serviceId)
      .execute();
    await expect(authenticator.authenticate(caller.credentials)).resolves.toBeDefined();
  });
});

describe('a fault of the database', () => {
  it('is no refusal, and is not kept', async () => {
    const broken = await createTestDatabase();
    const credentials = await createTestService(broken.db, tokens).then((one) => one.credentials);
    const there = createAuthenticator({ db: broken.db, tokens, now: () => time });
    await broken.pool.query('alter table api_keys rename to away');
    const fault = there.authenticate(credentials);
    await expect(fault).rejects.toMatchObject({ code: '42P01' });
    await expect(fault).rejects.not.toBeInstanceOf(AppError);
    await broken.pool.query('alter table away rename to api_keys');
    await expect(there.authenticate(credentials)).resolves.toBeDefined();
    await broken.drop();
  });
});
