import type { Db } from '../db/client.ts';
import {
  findCredentials,
  findKeyCredentials,
  type StoredKey,
} from '../db/queries/access/api-keys.ts';
import { listLiveCallers } from '../db/queries/access/live-callers.ts';
import { findServiceId } from '../db/queries/access/services.ts';
import { AppError } from '../errors.ts';
import { isSameHash } from './api-keys.ts';
import type { Caller, KeyHolder, User } from './caller.ts';
import { createCallerCache } from './caller-cache.ts';
import {
  type AuthHeaders,
  type KeyCredentials,
  type KeyHeaders,
  parseAuthHeaders,
  parseBearer,
  parseKeyHeaders,
  type UserCredentials,
} from './credentials.ts';
import { openLink, toUser } from './file-links.ts';
import { isScope } from './scopes.ts';
import type { TokenIssuer } from './tokens.ts';

/**
 * Authenticates callers. All methods throw the same AppError `unauthenticated` for every cause; errors of the database
 * are rethrown.
 */
export type Authenticator = {
  /** Authenticates a user by all three headers, which must belong to one service. */
  authenticate(headers: AuthHeaders): Promise<User>;
  /**
   * Authenticates by API key and service, for requests that obtain a token. Returns the user instead when the
   * Authorization header contains an unexpired token of the gateway; any other value of it is ignored.
   */
  authenticateKey(headers: KeyHeaders & Partial<AuthHeaders>): Promise<Caller>;
  /** Authenticates a file link as its creator, while the key and the user are active. Needs no headers. */
  authenticateLink(text: string): Promise<User>;
};

export type AuthenticatorParts = {
  db: Db;
  tokens: TokenIssuer;
  /** Time for which a success is cached: a revoked key or a disabled user works at most this much longer. */
  cacheTtlMs?: number;
  /** Maximum number of cached callers. */
  cacheMax?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
};

export function createAuthenticator(parts: AuthenticatorParts): Authenticator {
  // Below the five seconds within which a revocation takes effect.
  const { db, tokens, cacheTtlMs = 3000, cacheMax = 10_000, now = Date.now } = parts;
  const cacheOptions = { ttlMs: cacheTtlMs, max: cacheMax, now };
  const users = createCallerCache<User>({ ...cacheOptions, name: 'callers' });
  const keyHolders = createCallerCache<KeyHolder>({ ...cacheOptions, name: 'keys' });
  const authenticate = async (headers: AuthHeaders): Promise<User> => {
    const { service, authorization, apiKey } = headers;
    const user = await users([service, authorization, apiKey], async () => {
      return await findUser({ db, tokens }, parseAuthHeaders(headers) ?? throwUnauthenticated());
    });
    return user.tokenExpiresAt.getTime() > now() ? user : throwUnauthenticated();
  };
  return {
    authenticate,
    authenticateKey: async ({ service, apiKey, authorization }) => {
      const token = parseBearer(authorization);
      if (token !== undefined && (await tokens.verify(token)) !== undefined)
        return await authenticate({ service, apiKey, authorization });
      return await keyHolders([service, apiKey], async () => {
        return await findKeyHolder(
          db,
          parseKeyHeaders({ service, apiKey }) ?? throwUnauthenticated(),
        );
      });
    },
    authenticateLink: async (text) => {
      const grant = openLink(tokens.linkSecret, text, now()) ?? throwUnauthenticated();
      const [activeCaller] = await listLiveCallers(db, [grant]);
      return activeCaller === undefined ? throwUnauthenticated() : toUser(grant);
    },
  };
}

/** Throws AppError `unauthenticated`, the same for every cause, so that a caller learns nothing from it. */
export function throwUnauthenticated(): never {
  throw new AppError('unauthenticated', 'The credentials are missing or invalid.');
}

type Sources = { db: Db; tokens: TokenIssuer };

/**
 * Finds the user of the credentials. The token is verified before any SQL, so that forged tokens cause no statements.
 */
async function findUser({ db, tokens }: Sources, credentials: UserCredentials): Promise<User> {
  const token = await tokens.verify(credentials.token);
  if (token?.service !== credentials.service) throwUnauthenticated();
  const { serviceId, userId } = token;
  const key = await findCredentials(db, { ...credentials, serviceId, userId });
  const holder = checkKey(key, credentials);
  return {
    ...holder,
    kind: 'user',
    userId: token.userId,
    scopes: new Set([...holder.scopes].filter((scope) => token.scopes.has(scope))),
    tokenExpiresAt: token.expiresAt,
  };
}

/** Finds the service first, whose id determines the shard of its keys. */
async function findKeyHolder(db: Db, credentials: KeyCredentials): Promise<KeyHolder> {
  const serviceId = (await findServiceId(db, credentials.service)) ?? throwUnauthenticated();
  return checkKey(await findKeyCredentials(db, { ...credentials, serviceId }), credentials);
}

function checkKey(stored: StoredKey | undefined, credentials: KeyCredentials): KeyHolder {
  if (stored === undefined || !isSameHash(stored.secretHash, credentials.secretHash))
    throwUnauthenticated();
  return {
    kind: 'key',
    serviceId: stored.serviceId,
    service: credentials.service,
    apiKeyId: stored.id,
    scopes: new Set(stored.scopes.filter(isScope)),
    documents: { trustedOnly: stored.trustedOnly, version: stored.documentsVersion },
  };
}
