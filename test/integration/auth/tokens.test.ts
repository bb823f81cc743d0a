import { createHmac, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, importJWK, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createTokenIssuer,
  TOKEN_TTL_SECONDS_MAX,
  type TokenGrant,
  type TokenIssuer,
} from '../../../src/auth/tokens.ts';
import { OperatorError } from '../../../src/errors.ts';
import { useDatabase } from '../../support/database/database.ts';
import { NO_VAULT, TOKEN_OPTIONS } from '../../support/gateway/callers.ts';

const GRANT: TokenGrant = {
  serviceId: 3,
  service: 'notary',
  userId: 7,
  scopes: new Set(['business:read', 'answers:import']),
};
const START = Date.parse('2026-11-21T00:00:00.400Z');
const NOW_SECONDS = Math.floor(START / 1000);

const PKCS8 = { format: 'pem', type: 'pkcs8' } as const;

const database = useDatabase();
const keys = generateKeyPairSync('ed25519');
const pem = keys.privateKey.export(PKCS8).toString();
const options = { ...TOKEN_OPTIONS, signingKey: pem };
let time = START;
let issuer: TokenIssuer;

beforeAll(async () => {
  issuer = await createTokenIssuer({ db: database.db, vault: NO_VAULT, options, now: () => time });
});

type Json = Record<string, unknown>;

/** The claims and header of a good token, signed by the issuer's own key; a test changes what matters. */
async function forge(claims: Json, header: Json = {}): Promise<string> {
  const good = {
    iss: TOKEN_OPTIONS.issuer,
    aud: TOKEN_OPTIONS.audience,
    sub: '7',
    iat: NOW_SECONDS,
    exp: NOW_SECONDS + 60,
    service: 'notary',
    service_id: 3,
    scope: 'business:read',
  };
  return await new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header })
    .sign(keys.privateKey);
}

function signatureOf(token: string): Buffer {
  return Buffer.from(token.split('.')[2] ?? '', 'base64url');
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

describe('a token', () => {
  it('says whom it speaks for, and for how long', async () => {
    time = START;
    const issued = await issuer.issue(GRANT, 60);
    expect(issued.expiresInSeconds).toBe(60);
    expect(issued.expiresAt).toEqual(new Date('2026-11-21T00:01:00.000Z'));
    expect(await issuer.verify(issued.accessToken)).toEqual({
      ...GRANT,
      expiresAt: issued.expiresAt,
    });
  });

  it('lives as long as configured when nothing else is asked', async () => {
    expect((await issuer.issue(GRANT)).expiresInSeconds).toBe(TOKEN_OPTIONS.ttlSeconds);
  });

  it.each([0, -1, 1.5, Number.NaN, TOKEN_TTL_SECONDS_MAX + 1])(
    'is not made for %s seconds',
    async (ttlSeconds) => {
      await expect(issuer.issue(GRANT, ttlSeconds)).rejects.toThrow(
        'The lifetime of a token must be a whole number of seconds from 1 to',
      );
    },
  );

  it('works until its last millisecond and not one more', async () => {
    time = START;
    const { accessToken, expiresAt } = await issuer.issue(GRANT, 60);
    time = expiresAt.getTime() - 1;
    expect(await issuer.verify(accessToken)).toBeDefined();
    time = expiresAt.getTime();
    expect(await issuer.verify(accessToken)).toBeUndefined();
    time = START;
  });

  it('can be checked by others with the published keys alone', async () => {
    const { accessToken } = await issuer.issue(GRANT);
    const [jwk] = issuer.jwks().keys;
    if (jwk === undefined) throw new Error('No key is published.');
    expect(Object.keys(jwk).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    const { payload, protectedHeader } = await jwtVerify(accessToken, await importJWK(jwk), {
      currentDate: new Date(START),
    });
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: jwk.kid, typ: 'at+jwt' });
    expect(payload.sub).toBe('7');
  });
});

describe('verify refuses', () => {
  it('nothing of what forge makes when nothing is changed', async () => {
    expect(await issuer.verify(await forge({}))).toBeDefined();
  });

  it.each<[string, Json]>([
    ['another issuer', { iss: 'someone' }],
    ['another audience', { aud: 'someone' }],
    ['no issuer', { iss: undefined }],
    ['no audience', { aud: undefined }],
    ['no expiry', { exp: undefined }],
    ['no time of issue', { iat: undefined }],
    ['no subject', { sub: undefined }],
    ['no service', { service: undefined }],
    ['no service id', { service_id: undefined }],
    ['no scope', { scope: undefined }],
    ['an expired token', { exp: NOW_SECONDS }],
    ['a longer life than is allowed', { exp: NOW_SECONDS + TOKEN_TTL_SECONDS_MAX + 60 }],
    ['a subject that is no id', { sub: 'admin' }],
    ['a subject of zero', { sub: '0' }],
    ['a padded subject', { sub: '07' }],
    ['a service that is no text', { service: ['notary'] }],
    ['a service id that is no number', { service_id: '3' }],
    ['scopes that are no text', { scope: ['business:read'] }],
    ['a time not before which it is invalid', { nbf: NOW_SECONDS + 60 }],
  ])('%s, though well signed', async (_what, claims) => {
    expect(await issuer.verify(await forge(claims))).toBeUndefined();
  });

  it('a token of another type, though well signed', async () => {
    expect(await issuer.verify(await forge({}, { typ: 'JWT' }))).toBeUndefined();
    expect(await issuer.verify(await forge({}, { typ: undefined }))).toBeUndefined();
  });

  it('alg none', async () => {
    const [, payload] = (await forge({})).split('.');
    const header = encode({ alg: 'none', typ: 'at+jwt' });
    expect(await issuer.verify(`${header}.${payload}.`)).toBeUndefined();
    expect(await issuer.verify(`${header}.${payload}`)).toBeUndefined();
  });

  it.each(['pem', 'jwk', 'raw'] as const)(
    'HS256 with the public key (%s) as the secret',
    async (format) => {
      const x = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
      const secrets = {
        pem: keys.publicKey.export({ format: 'pem', type: 'spki' }),
        jwk: JSON.stringify(issuer.jwks().keys[0]),
        raw: x,
      };
      const [, payload] = (await forge({})).split('.');
      const signed = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${payload}`;
      const mac = createHmac('sha256', secrets[format]).update(signed).digest('base64url');
      expect(await issuer.verify(`${signed}.${mac}`)).toBeUndefined();
    },
  );

  it("another key's signature, also when the token brings that key along", async () => {
    const other = generateKeyPairSync('ed25519');
    const jwk = other.publicKey.export({ format: 'jwk' });
    const token = await new SignJWT(decodeJwt(await forge({})))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', jwk: { ...jwk } })
      .sign(other.privateKey);
    expect(await issuer.verify(token)).toBeUndefined();
  });

  it('a token with any one character changed, the last too', async () => {
    const { accessToken } = await issuer.issue(GRANT);
    for (let at = 0; at < accessToken.length; at += 1) {
      const other = accessToken[at] === 'A' ? 'B' : 'A';
      const changed = accessToken.slice(0, at) + other + accessToken.slice(at + 1);
      expect(await issuer.verify(changed), `character ${at}`).toBeUndefined();
    }
  });

  it('another spelling of a good signature', async () => {
    const { accessToken } = await issuer.issue(GRANT);
    // 64 bytes leave four bits of the 86th character unused: only A, Q, g and w are canonical.
    const last = 'BRhx'.charAt('AQgw'.indexOf(accessToken.slice(-1)));
    const respelled = accessToken.slice(0, -1) + last;
    expect(signatureOf(respelled)).toEqual(signatureOf(accessToken));
    expect(await issuer.verify(respelled)).toBeUndefined();
  });

  it.each([
    '',
    '.',
    '..',
    'a.b.c',
    `${encode({})}.${encode({})}.`,
    '\0',
    'é.é.é',
    'null.null.AAAA',
  ])('garbage: %j', async (text) => {
    expect(await issuer.verify(text)).toBeUndefined();
  });
});

describe('a key from the environment', () => {
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

  it.each([
    ['Ed25519 as PEM', pem, 'EdDSA'],
    ['Ed25519 as PEM on one line', pem.replaceAll('\n', '\\n'), 'EdDSA'],
    ['Ed25519 as JWK', JSON.stringify(keys.privateKey.export({ format: 'jwk' })), 'EdDSA'],
    ['P-256 as PEM', p256.export(PKCS8).toString(), 'ES256'],
    ['P-256 as JWK', JSON.stringify(p256.export({ format: 'jwk' })), 'ES256'],
  ])('%s decides the algorithm and publishes nothing private', async (_what, signingKey, alg) => {
    const made = await createTokenIssuer({
      db: database.db,
      vault: NO_VAULT,
      options: { ...TOKEN_OPTIONS, signingKey },
    });
    expect(await made.verify((await made.issue(GRANT)).accessToken)).toBeDefined();
    expect(made.jwks().keys[0]).toMatchObject({ alg, use: 'sig' });
    expect(made.jwks().keys[0]).not.toHaveProperty('d');
  });

  it.each([
    ['garbage', 'canary-secret'],
    ['JSON that is cut off', '{"kty":"OKP","d":"canary-secret"'],
    ['a public key', JSON.stringify(keys.publicKey.export({ format: 'jwk' }))],
    ['a secret of bytes', JSON.stringify({ kty: 'oct', k: 'canary-secret' })],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export(PKCS8)],
    ['X25519', generateKeyPairSync('x25519').privateKey.export(PKCS8)],
    ['an encrypted key', encryptedPem()],
    ['halves of two pairs', JSON.stringify({ ...p256.export({ format: 'jwk' }), ...otherHalf() })],
  ])('%s is refused by one sentence that quotes nothing', async (_what, signingKey) => {
    const start = createTokenIssuer({
      db: database.db,
      vault: NO_VAULT,
      options: { ...TOKEN_OPTIONS, signingKey: signingKey.toString() },
    });
    await expect(start).rejects.toEqual(
      new OperatorError(
        'TOKEN_SIGNING_KEY must be an unencrypted Ed25519 or P-256 private key, as PKCS#8 PEM or JWK.',
      ),
    );
  });
});

function encryptedPem(): string | Buffer {
  const locked = { ...PKCS8, cipher: 'aes-256-cbc', passphrase: 'x' };
  return createPrivateKey(pem).export(locked);
}

/** The public half of a pair, to be put with the private half of another. */
function otherHalf(): { x: string | undefined; y: string | undefined } {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = pair.publicKey.export({ format: 'jwk' });
  return { x, y };
}
