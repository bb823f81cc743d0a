import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import { createMasterKeyText } from '../../../src/adapters/files/master-keys.ts';
import { TOKEN_SCOPES } from '../../../src/auth/scopes.ts';
import { type SigningVault, sealSharedSigningKey } from '../../../src/auth/shared-signing-key.ts';
import { createTokenIssuer, type TokenIssuer } from '../../../src/auth/tokens.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { OperatorError } from '../../../src/errors.ts';
import { listMasterKeys } from '../../../src/resolvers/master-keys/list-master-keys.ts';
import { rotateSigningKey } from '../../../src/resolvers/master-keys/rotate-signing-key.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  NO_VAULT,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';

const GRANT = { serviceId: 1, service: 'notary', userId: 7, scopes: new Set<never>() };
const MASTER_KEY = createMasterKeyText();
const INVALID = new OperatorError('The signing key in the table signing_keys is not valid.');

const database = useDatabase();
beforeEach(async () => {
  await database.db.deleteFrom('signing_keys').execute();
});

async function openVault(keys = MASTER_KEY): Promise<FileVault> {
  const { files } = loadConfig({ FILE_MASTER_KEYS: keys });
  return await createFileVault({ options: files, onFault: () => undefined });
}

/** The issuer of a process that has no signing key of its own. */
async function start(vault?: SigningVault): Promise<TokenIssuer> {
  const options = { ...TOKEN_OPTIONS, signingKey: undefined };
  return await createTokenIssuer({
    db: database.db,
    vault: vault ?? (await openVault()),
    options,
  });
}

async function storeInClear(): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const kid = await calculateJwkThumbprint(publicKey);
  const private_jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
  await database.db.insertInto('signing_keys').values({ kid, private_jwk }).execute();
}

async function readRow() {
  return await database.db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow();
}

describe('the signing key that is kept in the database', () => {
  it('is one and sealed, though many processes start at once on an empty database', async () => {
    const issuers = await Promise.all(Array.from({ length: 6 }, async () => await start()));
    const keys = issuers.map((issuer) => JSON.stringify(issuer.jwks()));
    expect(new Set(keys).size).toBe(1);
    expect(new Set(issuers.map(({ linkSecret }) => linkSecret.export().toString('hex'))).size).toBe(
      1,
    );
    const rows = await database.db.selectFrom('signing_keys').selectAll().execute();
    expect(rows).toMatchObject([{ kid: issuers[0]?.jwks().keys[0]?.kid, private_jwk: null }]);
    expect(issuers.map((issuer) => issuer.isKeySealed)).not.toContain(false);
  });

  it("lets each process take the others' tokens, and one that starts later too", async () => {
    const { accessToken } = await (await start()).issue(GRANT);
    expect(await (await start()).verify(accessToken)).toMatchObject({
      service: 'notary',
      userId: 7,
    });
  });

  it('that an earlier version stored in clear stays as that version reads it, whatever starts', async () => {
    await storeInClear();
    const before = await readRow();
    const issuers = await Promise.all(Array.from({ length: 6 }, async () => await start()));
    expect(issuers.map((issuer) => issuer.isKeySealed)).not.toContain(true);
    expect(await readRow()).toEqual(before);
  });

  it('that an earlier version stored in clear is sealed on request, once, and verifies its tokens', async () => {
    expect(await sealSharedSigningKey(database.db, await openVault())).toBe(false);
    await storeInClear();
    const before = await start();
    const { accessToken } = await before.issue(GRANT);
    const vault = await openVault();
    const seals = Array.from(
      { length: 4 },
      async () => await sealSharedSigningKey(database.db, vault),
    );
    expect((await Promise.all(seals)).filter((sealed) => sealed)).toHaveLength(1);
    const after = await start();
    expect(after.isKeySealed).toBe(true);
    expect(await after.verify(accessToken)).toBeDefined();
    expect((await readRow()).private_jwk).toBeNull();
    // A copy of the database from before the seal makes no link.
    expect(after.linkSecret.equals(before.linkSecret)).toBe(false);
    expect((await start()).linkSecret.equals(after.linkSecret)).toBe(true);
  });

  it('is not sealed without a master key, nor where it is spoiled', async () => {
    await storeInClear();
    await expect(sealSharedSigningKey(database.db, NO_VAULT)).rejects.toMatchObject({
      code: 'files_unavailable',
    });
    await database.db.updateTable('signing_keys').set({ private_jwk: '{}' }).execute();
    await expect(sealSharedSigningKey(database.db, await openVault())).rejects.toEqual(INVALID);
  });

  it('stays in clear where there is no master key, and the issuer says so', async () => {
    const issuer = await start(NO_VAULT);
    expect(issuer.isKeySealed).toBe(false);
    const { accessToken } = await issuer.issue(GRANT);
    expect(await (await start(NO_VAULT)).verify(accessToken)).toBeDefined();
  });

  it('is sealed with the current master key by a rotation, and tokens and links go on', async () => {
    const before = await start();
    const { accessToken } = await before.issue(GRANT);
    const renewed = createMasterKeyText();
    const vault = await openVault(`${renewed},${MASTER_KEY}`);
    const [current, earlier] = await listMasterKeys(database.db, vault);
    expect([current?.wrapsSigningKey, earlier?.wrapsSigningKey]).toEqual([false, true]);
    expect(earlier?.idleSince).toBeNull();
    expect(await rotateSigningKey(database.db, vault)).toBe(true);
    expect(await rotateSigningKey(database.db, vault)).toBe(false);
    const after = await start(await openVault(renewed));
    expect(await after.verify(accessToken)).toBeDefined();
    expect(after.linkSecret.equals(before.linkSecret)).toBe(true);
    const [, idle] = await listMasterKeys(database.db, vault);
    expect(idle).toMatchObject({ wrapsSigningKey: false, count: 0 });
    const since = idle?.idleSince;
    expect(since).toBeInstanceOf(Date);
    // Since when does not move with every look.
    expect((await listMasterKeys(database.db, vault))[1]?.idleSince).toEqual(since);
  });

  it('does not take the tokens of a process that has a key of its own', async () => {
    const own = await createTestTokens(database.db);
    const shared = await start();
    const { accessToken } = await own.issue(GRANT);
    expect(await own.verify(accessToken)).toBeDefined();
    expect(await shared.verify(accessToken)).toBeUndefined();
  });

  it('stops the start with one sentence where it is spoiled', async () => {
    await storeInClear();
    for (const private_jwk of ['null', '[]', '{}', '"text"']) {
      await database.db.updateTable('signing_keys').set({ private_jwk }).execute();
      await expect(start()).rejects.toEqual(INVALID);
      await expect(start(NO_VAULT)).rejects.toEqual(INVALID);
    }
    await database.db.deleteFrom('signing_keys').execute();
    await start();
    await database.db
      .updateTable('signing_keys')
      .set({ sealed_key: Buffer.alloc(80) })
      .execute();
    await expect(start()).rejects.toMatchObject({ message: INVALID.message });
  });

  it('stops the start where the master key that it is sealed with is missing, and names it', async () => {
    await start();
    const { master_key_id } = await readRow();
    for (const vault of [NO_VAULT, await openVault(createMasterKeyText())])
      await expect(start(vault)).rejects.toThrow(
        `is encrypted with the master key ${master_key_id}, which is not available`,
      );
  });
});

describe('a token', () => {
  it('holds no e-mail, and nothing but ids, the service and scopes', async () => {
    const tokens = await createTestTokens(database.db);
    const { headers, email, service, serviceId } = await createTestService(database.db, tokens);
    const [, payload = ''] = headers.authorization.split('.');
    const text = Buffer.from(payload, 'base64url').toString();
    expect(text).not.toContain(email);
    expect(text).not.toContain('@');
    const { iat, exp, ...claims } = decodeJwt(headers.authorization.slice(7));
    expect([typeof iat, typeof exp]).toEqual(['number', 'number']);
    expect(claims).toEqual({
      iss: TOKEN_OPTIONS.issuer,
      aud: TOKEN_OPTIONS.audience,
      sub: '1',
      service,
      service_id: serviceId,
      scope: TOKEN_SCOPES.join(' '),
    });
  });
});
