import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { decryptValue } from '../../../src/adapters/files/seal.ts';
import { type LinkGrant, openLink, sealLink } from '../../../src/auth/file-links.ts';
import { deriveSecret, readSigningKey, type SigningKey } from '../../../src/auth/signing-key.ts';
import type { TokenGrant, TokenIssuer } from '../../../src/auth/tokens.ts';
import type { Db } from '../../../src/db/client.ts';
import { TOKEN_OPTIONS } from '../gateway/callers.ts';

/** Returns a stored value as bytes, by every encoding that it may be a text of. */
export async function listCopiedSecrets(db: Db): Promise<Buffer[]> {
  const tables = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`.execute(db);
  const texts = new Set<string>();
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.raw(name)} t`.execute(db);
    for (const { row } of rows) collectTexts(row, texts);
  }
  return [...texts].flatMap(toSecrets);
}

function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) collectTexts(part, texts);
}

const SECRET_BYTES = 32;

/** Returns the decodings of a text, and the 32 bytes at both ends of each. */
export function toSecrets(text: string): Buffer[] {
  const hex = text.startsWith('\\x') ? text.slice(2) : text;
  const decodings = [
    Buffer.from(text),
    Buffer.from(hex, 'hex'),
    Buffer.from(text, 'base64url'),
    Buffer.from(text, 'base64'),
  ];
  return decodings
    .filter((bytes) => bytes.length >= SECRET_BYTES)
    .flatMap((bytes) => [bytes, bytes.subarray(0, SECRET_BYTES), bytes.subarray(-SECRET_BYTES)]);
}

export type WrappedDataKey = {
  service_id: number;
  business_id: number | null;
  wrapped_key: Buffer;
};

export type Target = {
  issuer: TokenIssuer;
  token: TokenGrant;
  link: LinkGrant;
  dataKeys: readonly WrappedDataKey[];
};

export type Forged = { tokens: string[]; links: string[]; dataKeys: Buffer[] };

/**
 * Tries each secret as signing key of tokens, key of links and master key of data keys. Returns what the gateway would
 * accept.
 */
export async function forge(secrets: readonly Buffer[], target: Target): Promise<Forged> {
  const forged: Forged = { tokens: [], links: [], dataKeys: [] };
  for (const secret of secrets) {
    const key = await toSigningKey(secret);
    const token = key && (await signToken(key, target.token));
    if (token !== undefined && (await target.issuer.verify(token)) !== undefined)
      forged.tokens.push(token);
    forged.links.push(...sealLinks(secret, key, target));
    forged.dataKeys.push(...openDataKeys(secret, target.dataKeys));
  }
  return forged;
}

const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

async function toSigningKey(secret: Buffer): Promise<SigningKey | undefined> {
  if (secret.length !== SECRET_BYTES) return await readSigningKey(secret.toString());
  const der = Buffer.concat([PKCS8_PREFIX, secret]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: secret.toString('base64url'), x };
  return await readSigningKey(JSON.stringify(jwk));
}

async function signToken(key: SigningKey, grant: TokenGrant): Promise<string> {
  return await new SignJWT({
    service: grant.service,
    service_id: grant.serviceId,
    scope: [...grant.scopes].join(' '),
  })
    .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ: 'at+jwt' })
    .setIssuer(TOKEN_OPTIONS.issuer)
    .setAudience(TOKEN_OPTIONS.audience)
    .setSubject(String(grant.userId))
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key.privateKey);
}

function sealLinks(secret: Buffer, key: SigningKey | undefined, target: Target): string[] {
  const { issuer, link } = target;
  const secrets = [createSecretKey(secret), ...(key ? [deriveSecret(key, 'file links')] : [])];
  return secrets
    .map((one) => sealLink(one, link))
    .filter((text) => openLink(issuer.linkSecret, text, Date.now()) !== undefined);
}

function openDataKeys(secret: Buffer, rows: readonly WrappedDataKey[]): Buffer[] {
  return rows.flatMap(({ service_id, business_id, wrapped_key }) => {
    try {
      return [decryptValue(secret, `data-key:${service_id}:${business_id ?? 'none'}`, wrapped_key)];
    } catch {
      return [];
    }
  });
}
