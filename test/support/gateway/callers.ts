import { randomUUID } from 'node:crypto';
import type { DocumentRules, User } from '../../../src/auth/caller.ts';
import type { AuthHeaders } from '../../../src/auth/credentials.ts';
import { SCOPES, type Scope, TOKEN_SCOPES } from '../../../src/auth/scopes.ts';
import type { SigningVault } from '../../../src/auth/shared-signing-key.ts';
import { createTokenIssuer, type TokenIssuer } from '../../../src/auth/tokens.ts';
import type { TokenOptions } from '../../../src/config/config.ts';
import type { Db } from '../../../src/db/client.ts';
import { allocateIds } from '../../../src/db/queries/records/id-counters.ts';
import { AppError } from '../../../src/errors.ts';
import { addService } from '../../../src/resolvers/service/add-service.ts';

/** Signing key of the tests, which processes of tests get through their environment. */
export const TEST_SIGNING_KEY: string = JSON.stringify({
  kty: 'OKP',
  crv: 'Ed25519',
  d: '9SXJOQ9BU18HOqJ36mzyzN88ofzF1Od2fBpcDZOgTpc',
  x: 'KVkzNwMwF7IQTMQaYq3YwKTeeAJQBMDkH54tjGX1QPA',
});

export const TOKEN_OPTIONS: TokenOptions = {
  signingKey: TEST_SIGNING_KEY,
  issuer: 'test-issuer',
  audience: 'test-audience',
  ttlSeconds: 3600,
};

/** Creates the token issuer of a test file, whose gateways share the signing key of the tests. */
export async function createTestTokens(db: Db): Promise<TokenIssuer> {
  return await createTokenIssuer({ db, vault: NO_VAULT, options: TOKEN_OPTIONS });
}

/** File vault for gateways whose signing key comes from the environment. */
export const NO_VAULT: SigningVault = {
  masterKeyIds: refuseVault,
  wrapKey: refuseVault,
  unwrapKey: refuseVault,
};

async function refuseVault(): Promise<never> {
  throw await Promise.resolve(new AppError('files_unavailable', 'The test has no master key.'));
}

/** Document settings of a new service. */
export const ANY_DOCUMENT: DocumentRules = { trustedOnly: false, version: 0 };

export type TestUser = { userId: number; email: string };

export type TestService = TestUser & {
  serviceId: number;
  service: string;
  apiKey: string;
  apiKeyId: number;
  /** Caller in the request context of these headers. */
  caller: User;
  /** Headers of a request. */
  headers: { authorization: string; 'x-api-key': string; service: string };
  /** Headers of a request without a token. */
  keyHeaders: { 'x-api-key': string; service: string };
  /** Headers as the authenticator receives them. */
  credentials: AuthHeaders & { authorization: string; apiKey: string; service: string };
};

/**
 * Creates a service with a key of all scopes, one user, and a token of that user with the given scopes, by default all.
 * Ids start at 1 in each service, so that two services have the same ids.
 */
export async function createTestService(
  db: Db,
  tokens: TokenIssuer,
  options: { name?: string; scopes?: readonly Scope[] } = {},
): Promise<TestService> {
  const { name = `service-${randomUUID()}`, scopes = TOKEN_SCOPES } = options;
  const { service, apiKey } = await addService(db, name, SCOPES);
  const key = await db
    .selectFrom('api_keys')
    .innerJoin('services', 'services.id', 'api_keys.service_id')
    .select(['api_keys.id', 'api_keys.service_id as serviceId'])
    .where('services.name', '=', name)
    .executeTakeFirstOrThrow();
  const { serviceId, id: apiKeyId } = key;
  const user = await addTestUser(db, serviceId);
  const grant = { serviceId, service, userId: user.userId, scopes: new Set(scopes) };
  const { accessToken, expiresAt } = await tokens.issue(grant);
  const authorization = `Bearer ${accessToken}`;
  return {
    ...user,
    serviceId,
    service,
    apiKey,
    apiKeyId,
    caller: {
      ...grant,
      kind: 'user',
      apiKeyId,
      tokenExpiresAt: expiresAt,
      documents: ANY_DOCUMENT,
    },
    headers: { authorization, 'x-api-key': apiKey, service },
    keyHeaders: { 'x-api-key': apiKey, service },
    credentials: { authorization, apiKey, service },
  };
}

/** Adds a user to the service, with a unique e-mail address unless one is given. */
export async function addTestUser(
  db: Db,
  serviceId: number,
  email = `user-${randomUUID()}@example.test`,
): Promise<TestUser> {
  const userId = await allocateIds(db, { serviceId, kind: 'user', count: 1 });
  await db.insertInto('users').values({ service_id: serviceId, id: userId, email }).execute();
  return { userId, email };
}
