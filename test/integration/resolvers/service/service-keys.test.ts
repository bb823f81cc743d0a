import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../../../src/auth/authenticate.ts';
import { DEFAULT_SCOPES, SCOPES, TOKEN_SCOPES } from '../../../../src/auth/scopes.ts';
import type { TokenIssuer } from '../../../../src/auth/tokens.ts';
import { AppError, OperatorError } from '../../../../src/errors.ts';
import { addService } from '../../../../src/resolvers/service/add-service.ts';
import { addServiceKey } from '../../../../src/resolvers/service/add-service-key.ts';
import { listServiceKeys } from '../../../../src/resolvers/service/list-service-keys.ts';
import { listServices } from '../../../../src/resolvers/service/list-services.ts';
import { revokeServiceKey } from '../../../../src/resolvers/service/revoke-service-key.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';

const database = useDatabase();
let tokens: TokenIssuer;
let ours: TestService;
let authenticator: Authenticator;

beforeAll(async () => {
  tokens = await createTestTokens(database.db);
});

beforeEach(async () => {
  ours = await createTestService(database.db, tokens);
  authenticator = createAuthenticator({ db: database.db, tokens, cacheTtlMs: 0 });
});

async function addKey(scopes: string[] = []): Promise<string> {
  const { apiKey } = await addServiceKey(database.db, { service: ours.service, scopes });
  return apiKey;
}

describe('addService', () => {
  it.each(['', ' ', '-a', '.a', '_a', 'a b', 'a/b', 'ñ', 'a\n', 'a'.repeat(65)])(
    'refuses the name %j',
    async (name) => {
      await expect(addService(database.db, name)).rejects.toThrow(
        'The name of a service must have 1 to 64',
      );
    },
  );

  it('takes 64 characters', async () => {
    const name = `A.b_c-${'1'.repeat(58)}`;
    expect(await addService(database.db, name)).toMatchObject({ service: name });
  });

  it('refuses a name that is taken, and leaves that service as it is', async () => {
    const again = addService(database.db, ours.service);
    await expect(again).rejects.toEqual(
      new OperatorError(`The service "${ours.service}" already exists.`),
    );
    expect(await listServiceKeys(database.db, ours.service)).toHaveLength(1);
  });

  it('lets one of several win that add the same name at once', async () => {
    const calls = Array.from({ length: 5 }, async () => await addService(database.db, 'raced'));
    const results = await Promise.allSettled(calls);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await listServiceKeys(database.db, 'raced')).toHaveLength(1);
  });
});

describe('listServices', () => {
  it('lists by name, with the number of keys that work', async () => {
    await addKey();
    await revokeServiceKey(database.db, { service: ours.service, prefixOrKey: ours.apiKey });
    const bare = await addService(database.db, 'zz-bare');
    await revokeServiceKey(database.db, { service: 'zz-bare', prefixOrKey: bare.apiKey });
    const listed = await listServices(database.db);
    const counts = new Map(listed.map((one) => [one.name, one.liveKeyCount]));
    expect(counts.get(ours.service)).toBe(1);
    expect(counts.get('zz-bare')).toBe(0);
  });
});

describe('addServiceKey', () => {
  it('adds a second key that works beside the first', async () => {
    const second = await addKey();
    for (const apiKey of [ours.apiKey, second]) {
      const user = await authenticator.authenticate({ ...ours.credentials, apiKey });
      expect(user.scopes).toEqual(new Set(apiKey === second ? DEFAULT_SCOPES : TOKEN_SCOPES));
    }
  });

  it('refuses a third until one is revoked', async () => {
    await addKey();
    await expect(addKey()).rejects.toEqual(
      new OperatorError(
        `The service "${ours.service}" has 2 active keys. Revoke one of them first.`,
      ),
    );
    await revokeServiceKey(database.db, { service: ours.service, prefixOrKey: ours.apiKey });
    await expect(addKey()).resolves.toBeDefined();
  });

  it('keeps to two when several are added at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, async () => await addKey()));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await listServiceKeys(database.db, ours.service)).toHaveLength(2);
  });

  it('gives the named scopes, and refuses one that there is not', async () => {
    await expect(addKey(['business:read', 'business:own'])).rejects.toThrow(
      'Scope "business:own" does not exist. Scopes are business:read, ',
    );
    const apiKey = await addKey(['business:read']);
    const holder = await authenticator.authenticateKey({ service: ours.service, apiKey });
    expect(holder.scopes).toEqual(new Set(['business:read']));
  });

  it('refuses an unknown service', async () => {
    const call = addServiceKey(database.db, { service: 'unknown', scopes: [] });
    await expect(call).rejects.toEqual(new OperatorError('Service "unknown" does not exist.'));
  });
});

describe('revokeServiceKey', () => {
  it('ends a key, by its prefix too', async () => {
    const { credentials, service, apiKey } = ours;
    const prefixOrKey = apiKey.split('_')[1] ?? '';
    await revokeServiceKey(database.db, { service, prefixOrKey });
    await expect(authenticator.authenticate(credentials)).rejects.toBeInstanceOf(AppError);
  });

  it("refuses another service's key, and leaves it", async () => {
    const other = await createTestService(database.db, tokens);
    const { service } = ours;
    const call = revokeServiceKey(database.db, { service, prefixOrKey: other.apiKey });
    await expect(call).rejects.toThrow(`The service "${service}" has no active key`);
    await expect(authenticator.authenticate(other.credentials)).resolves.toBeDefined();
  });

  it('refuses what is no key without repeating it', async () => {
    const prefixOrKey = `${ours.apiKey}x`;
    const call = revokeServiceKey(database.db, { service: ours.service, prefixOrKey });
    await expect(call).rejects.toEqual(
      new OperatorError('The argument is neither an API key nor the prefix of one.'),
    );
  });

  it('refuses a key that was revoked before', async () => {
    const input = { service: ours.service, prefixOrKey: ours.apiKey };
    await revokeServiceKey(database.db, input);
    await expect(revokeServiceKey(database.db, input)).rejects.toThrow('has no active key');
  });
});

describe('the audit', () => {
  it('has a row for each key that was added or revoked, without prefix or secret', async () => {
    const second = await addKey();
    await revokeServiceKey(database.db, { service: ours.service, prefixOrKey: ours.apiKey });
    const events = await database.db
      .selectFrom('audit_events')
      .select(['action', 'api_key_id', 'details'])
      .where('service_id', '=', ours.serviceId)
      .orderBy('id')
      .execute();
    expect(events).toEqual([
      { action: 'api_key_added', api_key_id: 1, details: { scopes: [...SCOPES] } },
      { action: 'api_key_added', api_key_id: 2, details: { scopes: [...DEFAULT_SCOPES] } },
      { action: 'api_key_revoked', api_key_id: 1, details: {} },
    ]);
    const [, prefix = second, secret = second] = /^pgw_([0-9a-f]+)_(.+)$/.exec(second) ?? [];
    expect(JSON.stringify(events)).not.toContain(prefix);
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('holds a change back where its row cannot be written', async () => {
    await database.pool.query('alter table audit_events rename to away');
    await expect(addKey()).rejects.toMatchObject({ code: '42P01' });
    await database.pool.query('alter table away rename to audit_events');
    expect(await listServiceKeys(database.db, ours.service)).toHaveLength(1);
  });
});

describe('the scopes of a key for which nobody named any', () => {
  it('are all but those of managing users and screening and of issuing tokens', async () => {
    const name = 'unasked';
    await addService(database.db, name);
    await addServiceKey(database.db, { service: name, scopes: [] });
    const keys = await listServiceKeys(database.db, name);
    const named = ['user:manage', 'screening:manage', 'token:issue'];
    const usual = SCOPES.filter((scope) => !named.includes(scope));
    expect(keys.map((one) => one.scopes)).toEqual([usual, usual]);
  });

  it('are those that are named, where a service is added with some', async () => {
    await addService(database.db, 'asked', ['user:manage']);
    const [key] = await listServiceKeys(database.db, 'asked');
    expect(key?.scopes).toEqual(['user:manage']);
    await expect(addService(database.db, 'faulty', ['user:anything'])).rejects.toThrow(
      'Scope "user:anything" does not exist',
    );
  });

  it('can be named together with others', async () => {
    await addService(database.db, 'signing-in', ['token:issue', 'default']);
    const [key] = await listServiceKeys(database.db, 'signing-in');
    expect(new Set(key?.scopes)).toEqual(new Set([...DEFAULT_SCOPES, 'token:issue']));
  });
});
