import type { KeyObject } from 'node:crypto';
import { errors, type JSONWebKeySet, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { TokenOptions } from '../config/config.ts';
import type { Db } from '../db/client.ts';
import { type ReportStatement, signReport } from './report-signatures.ts';
import { type Scope, TOKEN_SCOPES } from './scopes.ts';
import {
  loadSharedSigningKey,
  type SharedSigningKey,
  type SigningVault,
} from './shared-signing-key.ts';
import { deriveSecret, parseSigningKey, type SigningKey } from './signing-key.ts';

/** Maximum lifetime of a token. */
export const TOKEN_TTL_SECONDS_MAX = 31 * 86_400;

/** User of a token, and the scopes that the token is limited to. User ids are unique within a service only. */
export type TokenGrant = {
  serviceId: number;
  service: string;
  userId: number;
  scopes: ReadonlySet<Scope>;
};

export type IssuedToken = { accessToken: string; expiresAt: Date; expiresInSeconds: number };
type VerifiedToken = TokenGrant & { expiresAt: Date };

export type TokenIssuer = {
  /**
   * Signs a token without personal data, limited to the scopes that a token can carry; `ttlSeconds` is a whole number
   * up to TOKEN_TTL_SECONDS_MAX.
   */
  issue(grant: TokenGrant, ttlSeconds?: number): Promise<IssuedToken>;
  /** Verifies a token. Undefined for a token that this issuer would not have created, or that has expired. */
  verify(token: string): Promise<VerifiedToken | undefined>;
  /** Public keys as a JWKS (RFC 7517). */
  jwks(): JSONWebKeySet;
  /** Signs a statement about a report with the signing key of tokens. */
  signReport(statement: ReportStatement): Promise<SignedStatement>;
  /** Secret of cursors: 32 bytes that only processes with this signing key have. */
  cursorSecret: KeyObject;
  /** Secret of file links. */
  linkSecret: KeyObject;
  /** False when the signing key is stored unencrypted, so that a copy of the database can sign. */
  isKeySealed: boolean;
};

/** Signature with the key that verifies it. */
export type SignedStatement = { signature: string; kid: string; publicJwk: JWK };

export type TokenIssuerParts = {
  db: Db;
  options: TokenOptions;
  /** Vault with the master key that encrypts the signing key in the database. */
  vault: SigningVault;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/**
 * Creates the issuer with the key of TOKEN_SIGNING_KEY, or with the key in the database, which is created when it is
 * missing. Throws OperatorError for an invalid or undecryptable key.
 */
export async function createTokenIssuer(parts: TokenIssuerParts): Promise<TokenIssuer> {
  const { options, now = Date.now } = parts;
  const { key, linkSecret, isSealed } = await loadKey(parts);
  const issuer = { key, options, now };
  return {
    issue: async (grant, ttlSeconds = options.ttlSeconds) =>
      await issueToken(issuer, grant, ttlSeconds),
    verify: async (token) => await verifyToken(issuer, token),
    jwks: () => ({ keys: [{ ...key.publicJwk }] }),
    signReport: async (statement) => ({
      signature: await signReport(key, statement),
      kid: key.kid,
      publicJwk: { ...key.publicJwk },
    }),
    cursorSecret: deriveSecret(key, 'cursors'),
    linkSecret,
    isKeySealed: isSealed,
  };
}

async function loadKey({ db, options, vault }: TokenIssuerParts): Promise<SharedSigningKey> {
  const text = options.signingKey;
  if (text === undefined) return await loadSharedSigningKey(db, vault);
  const key = await parseSigningKey(text);
  return { key, linkSecret: deriveSecret(key, 'file links'), isSealed: true };
}

/** `typ` of RFC 9068, so that JWTs signed for another use are not accepted as access tokens. */
const TOKEN_TYPE = 'at+jwt';

type IssuerState = { key: SigningKey; options: TokenOptions; now: () => number };

async function issueToken(
  issuer: IssuerState,
  grant: TokenGrant,
  ttlSeconds: number,
): Promise<IssuedToken> {
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < 1 || ttlSeconds > TOKEN_TTL_SECONDS_MAX) {
    throw new Error(
      `The lifetime of a token must be a whole number of seconds from 1 to ${TOKEN_TTL_SECONDS_MAX}.`,
    );
  }
  const issuedAt = Math.floor(issuer.now() / 1000);
  const expiresAt = issuedAt + ttlSeconds;
  const claims = {
    service: grant.service,
    service_id: grant.serviceId,
    scope: TOKEN_SCOPES.filter((scope) => grant.scopes.has(scope)).join(' '),
  };
  const accessToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: issuer.key.algorithm, kid: issuer.key.kid, typ: TOKEN_TYPE })
    .setIssuer(issuer.options.issuer)
    .setAudience(issuer.options.audience)
    .setSubject(String(grant.userId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(issuer.key.privateKey);
  return { accessToken, expiresAt: new Date(expiresAt * 1000), expiresInSeconds: ttlSeconds };
}

async function verifyToken(issuer: IssuerState, token: string): Promise<VerifiedToken | undefined> {
  if (!hasCanonicalSignature(token)) return undefined;
  try {
    const { payload } = await jwtVerify(token, issuer.key.publicKey, {
      algorithms: [issuer.key.algorithm],
      issuer: issuer.options.issuer,
      audience: issuer.options.audience,
      typ: TOKEN_TYPE,
      requiredClaims: ['sub', 'iat', 'exp', 'service', 'service_id', 'scope'],
      clockTolerance: 0,
      currentDate: new Date(issuer.now()),
    });
    return readClaims(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/**
 * True when the signature is encoded as this issuer writes it. Decoding ignores some bits of the last base64url
 * character, so that several texts would decode to the same signature.
 */
function hasCanonicalSignature(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

/** Reads the claims of a valid token. Undefined when they are not as this issuer writes them. */
function readClaims(payload: JWTPayload): VerifiedToken | undefined {
  const { sub, iat = 0, exp = 0, service, service_id: serviceId, scope } = payload;
  if (exp - iat > TOKEN_TTL_SECONDS_MAX || !/^[1-9]\d{0,15}$/.test(sub ?? '')) return undefined;
  if (typeof service !== 'string' || typeof scope !== 'string') return undefined;
  if (typeof serviceId !== 'number' || !Number.isSafeInteger(serviceId)) return undefined;
  const claimedScopes = scope.split(' ');
  return {
    serviceId,
    service,
    userId: Number(sub),
    scopes: new Set(TOKEN_SCOPES.filter((tokenScope) => claimedScopes.includes(tokenScope))),
    expiresAt: new Date(exp * 1000),
  };
}
