import { beforeAll, describe, expect, it } from 'vitest';
import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import type { LinkGrant } from '../../../src/auth/file-links.ts';
import { type SigningVault, sealSharedSigningKey } from '../../../src/auth/shared-signing-key.ts';
import { createTokenIssuer, type TokenIssuer } from '../../../src/auth/tokens.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { makePdf, uploadAndGetId } from '../../support/data/files.ts';
import {
  createTestService,
  NO_VAULT,
  type TestService,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import {
  forge,
  listCopiedSecrets,
  type Target,
  toSecrets,
} from '../../support/probes/copied-database.ts';

const { FILE_MASTER_KEYS } = nameFileFolder().env;
// The signing key that a gateway makes itself, sealed with its master key.
const gateway = useGateway({ TOKEN_SIGNING_KEY: '' });
let vault: FileVault;
let issuer: TokenIssuer;
let service: TestService;
let fileId = 0;

async function openIssuer(signingVault: SigningVault): Promise<TokenIssuer> {
  const options = { ...TOKEN_OPTIONS, signingKey: undefined };
  return await createTokenIssuer({ db: gateway.db, vault: signingVault, options });
}

beforeAll(async () => {
  const { files } = loadConfig({ FILE_MASTER_KEYS });
  vault = await createFileVault({ options: files, onFault: () => undefined });
  issuer = await openIssuer(vault);
  service = await createTestService(gateway.db, issuer);
  fileId = await uploadAndGetId(gateway, { bytes: makePdf(2000), headers: service.headers });
});

async function makeTarget(): Promise<Target> {
  const { serviceId, service: name, userId, apiKeyId, caller } = service;
  const issuedAt = new Date();
  const link: LinkGrant = {
    serviceId,
    service: name,
    userId,
    apiKeyId,
    fileId,
    action: 'read',
    issuedAt,
    // No link may last longer, not by the millisecond between two readings of the clock.
    expiresAt: new Date(issuedAt.getTime() + 300_000),
  };
  const token = { serviceId, service: name, userId, scopes: caller.scopes };
  const dataKeys = await gateway.db
    .selectFrom('data_keys')
    .select(['service_id', 'business_id', 'wrapped_key'])
    .execute();
  return { issuer, token, link, dataKeys };
}

const NOTHING = { tokens: [], links: [], dataKeys: [] };

describe('whoever has the whole database and nothing else', () => {
  it('forges no token and no link, and opens no file', async () => {
    const secrets = await listCopiedSecrets(gateway.db);
    expect(secrets.length).toBeGreaterThan(20);
    expect(await forge(secrets, await makeTarget())).toEqual(NOTHING);
  });

  it('would be seen to: the same attempts succeed with the master key and with a key in clear', async () => {
    const target = await makeTarget();
    const { dataKeys } = await forge(toSecrets(FILE_MASTER_KEYS), target);
    expect(dataKeys).not.toEqual([]);

    const stored = await gateway.db.selectFrom('signing_keys').selectAll().execute();
    await gateway.db.deleteFrom('signing_keys').execute();
    const inClear = await openIssuer(NO_VAULT);
    const secrets = await listCopiedSecrets(gateway.db);
    const forged = await forge(secrets, { ...target, issuer: inClear });
    expect(forged.tokens).not.toEqual([]);
    expect(forged.links).not.toEqual([]);

    // After the seal the same copy still has the key, and makes no link.
    expect(await sealSharedSigningKey(gateway.db, vault)).toBe(true);
    const sealed = await openIssuer(vault);
    const later = await forge(secrets, { ...target, issuer: sealed });
    expect(later.tokens).not.toEqual([]);
    expect(later.links).toEqual([]);
    await gateway.db.deleteFrom('signing_keys').execute();
    await gateway.db.insertInto('signing_keys').values(stored).execute();
  });
});

describe('a link of the gateway', () => {
  it('states when it was issued, and expires five minutes later', async () => {
    const query = `{ file(by: { databaseId: ${fileId} }) { downloadUrl } }`;
    const reply = await gateway.graphql(query, {}, service.headers);
    const url = String(at(dataOf(reply), 'file', 'downloadUrl'));
    expect((await fetch(`${gateway.url}${url}`)).status).toBe(200);
    const [, parts = ''] = /\/([\w-]+)$/.exec(url) ?? [];
    const grant: unknown = JSON.parse(Buffer.from(parts, 'base64url').subarray(24).toString());
    expect(Number(at(grant, '7')) - Number(at(grant, '6'))).toBe(300_000);
  });
});
