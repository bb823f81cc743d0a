import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey, parseApiKey } from '../../../src/auth/api-keys.ts';
import { type Authenticator, createAuthenticator } from '../../../src/auth/authenticate.ts';
import type { AuthHeaders, KeyHeaders } from '../../../src/auth/credentials.ts';
import { SCOPES } from '../../../src/auth/scopes.ts';
import { createTokenIssuer, type TokenIssuer } from '../../../src/auth/tokens.ts';
import { AppError } from '../../../src/errors.ts';
import { addServiceKey } from '../../../src/resolvers/service/add-service-key.ts';
import { revokeServiceKey } from '../../../src/resolvers/service/revoke-service-key.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createRecordingDb } from '../../support/database/recording-db.ts';
import {
  ANY_DOCUMENT,
  createTestService,
  createTestTokens,
  NO_VAULT,
  type TestService,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';

const REFUSAL = new AppError('unauthenticated', 'The credentials are missing or invalid.');
const MEGABYTE = 'A'.repeat(1024 * 1024);

const database = useDatabase();
let tokens: TokenIssuer;
let ours: TestService;
let theirs: TestService;
let statements: string[];
let authenticator: Authenticator;

beforeAll(async () => {
  tokens = await createTestTokens(database.db);
  ours = await createTestService(database.db, tokens);
  theirs = await createTestService(database.db, tokens);
});

beforeEach(() => {
  const recording = createRecordingDb(database.pool);
  statements = recording.statements;
  authenticator = createAuthenticator({ db: recording.db, tokens });
});

async function tokenFor(grant: Partial<TestService>): Promise<{ authorization: string }> {
  const { serviceId, service, userId } = { ...ours, ...grant };
  const { scopes } = ours.caller;
  const { accessToken } = await tokens.issue({ serviceId, service, userId, scopes });
  return { authorization: `Bearer ${accessToken}` };
}

describe('authenticate', () => {
  it('knows the user, the service and the key by the three headers, in one statement', async () => {
    expect(await authenticator.authenticate(ours.credentials)).toEqual(ours.caller);
    expect(statements).toHaveLength(1);
  });

  it.each(['bearer ', 'BEARER ', 'Bearer   '])('takes the scheme %j', async (scheme) => {
    const authorization = ours.credentials.authorization.replace('Bearer ', scheme);
    const user = await authenticator.authenticate({ ...ours.credentials, authorization });
    expect(user.userId).toBe(ours.userId);
  });

  it('allows what the key and the token both allow', async () => {
    const { service, serviceId, userId } = ours;
    const { apiKey } = await addServiceKey(database.db, {
      service,
      scopes: ['business:read', 'answers:import'],
    });
    const scopes = new Set(['business:read', 'business:complete'] as const);
    const { accessToken } = await tokens.issue({ serviceId, service, userId, scopes });
    const authorization = `Bearer ${accessToken}`;
    const user = await authenticator.authenticate({ service, apiKey, authorization });
    expect(user.scopes).toEqual(new Set(['business:read']));
    await revokeServiceKey(database.db, { service, prefixOrKey: apiKey });
  });
});

describe('without any SQL, authenticate refuses', () => {
  const spoiled: [string, (good: TestService['credentials']) => AuthHeaders][] = [
    ['no authorization', (good) => ({ ...good, authorization: undefined })],
    ['no API key', (good) => ({ ...good, apiKey: undefined })],
    ['no service', (good) => ({ ...good, service: undefined })],
    ['nothing at all', () => ({ authorization: undefined, apiKey: undefined, service: undefined })],
    ['empty values', () => ({ authorization: '', apiKey: '', service: '' })],
    ['another scheme', (good) => ({ ...good, authorization: `Basic ${ours.apiKey}` })],
    ['no scheme', (good) => ({ ...good, authorization: good.authorization.slice(7) })],
    ['a scheme without a space', (good) => ({ ...good, authorization: squeeze(good) })],
    ['a tab after the scheme', (good) => ({ ...good, authorization: tabbed(good) })],
    ['two tokens', (good) => ({ ...good, authorization: doubled(good.authorization) })],
    ['two API keys', (good) => ({ ...good, apiKey: doubled(good.apiKey) })],
    ['two services', (good) => ({ ...good, service: doubled(good.service) })],
    ['a megabyte of token', (good) => ({ ...good, authorization: `Bearer a.b.${MEGABYTE}` })],
    ['a megabyte of spaces', (good) => ({ ...good, authorization: stretched(good) })],
    ['a megabyte of API key', (good) => ({ ...good, apiKey: MEGABYTE })],
    ['a megabyte of service', (good) => ({ ...good, service: MEGABYTE })],
    ['a service with U+0000', (good) => ({ ...good, service: `${good.service}\0` })],
    ['a tampered token', (good) => ({ ...good, authorization: tampered(good.authorization) })],
    ["another service's token", (good) => ({ ...good, ...only(theirs, 'authorization') })],
    ["another service's name", (good) => ({ ...good, service: theirs.service })],
  ];

  it.each(spoiled)('%s', async (_what, spoil) => {
    await expect(authenticator.authenticate(spoil(ours.credentials))).rejects.toEqual(REFUSAL);
    expect(statements).toEqual([]);
  });

  it('an expired token', async () => {
    const now = () => ours.caller.tokenExpiresAt.getTime();
    const later = await createTokenIssuer({
      db: database.db,
      vault: NO_VAULT,
      options: TOKEN_OPTIONS,
      now,
    });
    const recording = createRecordingDb(database.pool);
    const late = createAuthenticator({ db: recording.db, tokens: later, now });
    await expect(late.authenticate(ours.credentials)).rejects.toEqual(REFUSAL);
    expect(recording.statements).toEqual([]);
  });
});

describe('with one statement, authenticate refuses', () => {
  it.each<[string, () => Partial<AuthHeaders> | Promise<Partial<AuthHeaders>>]>([
    ["another service's live key", () => ({ apiKey: theirs.apiKey })],
    ['a key that was never given out', () => ({ apiKey: createApiKey().apiKey })],
    [
      'a known prefix with another secret',
      () => ({ apiKey: ours.apiKey.slice(0, 17) + createApiKey().apiKey.slice(17) }),
    ],
    ['a token of a user that is not there', async () => await tokenFor({ userId: 999 })],
    [
      "a token that names the service but carries another's id",
      async () => await tokenFor({ serviceId: theirs.serviceId }),
    ],
    [
      'a service that is not known, though the token names it too',
      async () => ({ service: 'unknown', ...(await tokenFor({ service: 'unknown' })) }),
    ],
  ])('%s', async (_what, change) => {
    const headers = { ...ours.credentials, ...(await change()) };
    await expect(authenticator.authenticate(headers)).rejects.toEqual(REFUSAL);
    expect(statements).toHaveLength(1);
  });
});

function keyOf({ service, apiKey }: TestService): KeyHeaders {
  return { service, apiKey };
}

describe('authenticateKey', () => {
  it('knows the service and then its key, in a statement each and then in none', async () => {
    const { serviceId, service, apiKeyId } = ours.caller;
    const scopes = new Set(SCOPES);
    const holder = { kind: 'key', serviceId, service, apiKeyId, scopes, documents: ANY_DOCUMENT };
    expect(await authenticator.authenticateKey(keyOf(ours))).toEqual(holder);
    expect(await authenticator.authenticateKey(keyOf(ours))).toEqual(holder);
    expect(statements).toHaveLength(2);
  });

  it('knows the user whose live token comes along, and ignores any other Authorization', async () => {
    expect(await authenticator.authenticateKey(ours.credentials)).toEqual(ours.caller);
    for (const authorization of ['', 'Bearer nonsense', 'Bearer a.b.c', 'Basic YTpi'])
      expect(await authenticator.authenticateKey({ ...keyOf(ours), authorization })).toMatchObject({
        kind: 'key',
      });
    const foreign = { ...keyOf(ours), authorization: theirs.credentials.authorization };
    await expect(authenticator.authenticateKey(foreign)).rejects.toEqual(REFUSAL);
  });

  it('refuses a missing header, a wrong form and an unknown service alike', async () => {
    const { service, apiKey } = ours;
    for (const headers of [
      { service, apiKey: undefined },
      { service: undefined, apiKey },
      { service, apiKey: MEGABYTE },
      { service: 'unknown', apiKey },
      { service: theirs.service, apiKey },
      { service, apiKey: createApiKey().apiKey },
    ]) {
      await expect(authenticator.authenticateKey(headers)).rejects.toEqual(REFUSAL);
    }
  });

  it('does not let a key that was seen stand for a user', async () => {
    await authenticator.authenticateKey(keyOf(ours));
    const headers = { ...ours.credentials, authorization: undefined };
    await expect(authenticator.authenticate(headers)).rejects.toEqual(REFUSAL);
  });
});

describe('two services whose keys begin alike', () => {
  it('have each its own, and neither opens the other', async () => {
    const [one, other] = [
      await createTestService(database.db, tokens),
      await createTestService(database.db, tokens),
    ];
    await database.db
      .updateTable('api_keys')
      .set({ prefix: prefixOf(one.apiKey) })
      .where('service_id', '=', other.serviceId)
      .execute();
    const alike = other.apiKey.replace(prefixOf(other.apiKey), prefixOf(one.apiKey));
    const ofOther = { ...other.credentials, apiKey: alike };
    expect((await authenticator.authenticate(one.credentials)).serviceId).toBe(one.serviceId);
    expect((await authenticator.authenticate(ofOther)).serviceId).toBe(other.serviceId);
    for (const wrong of [
      { ...one.credentials, apiKey: alike },
      { ...ofOther, apiKey: one.apiKey },
    ]) {
      await expect(authenticator.authenticate(wrong)).rejects.toEqual(REFUSAL);
      await expect(authenticator.authenticateKey(wrong)).rejects.toEqual(REFUSAL);
    }
    await revokeServiceKey(database.db, { service: other.service, prefixOrKey: alike });
    const later = createAuthenticator({ db: database.db, tokens });
    await expect(later.authenticate(ofOther)).rejects.toEqual(REFUSAL);
    expect((await later.authenticate(one.credentials)).serviceId).toBe(one.serviceId);
  });
});

function prefixOf(apiKey: string): string {
  return parseApiKey(apiKey)?.prefix ?? '';
}

function only(service: TestService, header: 'authorization'): Pick<AuthHeaders, 'authorization'> {
  return { [header]: service.credentials[header] };
}

function doubled(value: string): string {
  return `${value}, ${value}`;
}

function tampered(authorization: string): string {
  const last = authorization.at(-1) === 'A' ? 'B' : 'A';
  return authorization.slice(0, -1) + last;
}

function squeeze({ authorization }: TestService['credentials']): string {
  return authorization.replace(' ', '');
}

function tabbed({ authorization }: TestService['credentials']): string {
  return authorization.replace(' ', '\t');
}

function stretched({ authorization }: TestService['credentials']): string {
  return authorization.replace(' ', ' '.repeat(1024 * 1024));
}
