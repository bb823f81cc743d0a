import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { createFileVault } from '../../adapters/files/file-vault.ts';
import { SCOPES } from '../../auth/scopes.ts';
import type { IssuedToken } from '../../auth/tokens.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/client.ts';
import { importFiles } from '../../import/import-files.ts';
import { addService } from '../../resolvers/service/add-service.ts';
import { addServiceKey } from '../../resolvers/service/add-service-key.ts';
import { issueOperatorToken } from '../../resolvers/service/issue-operator-token.ts';
import { listServiceKeys } from '../../resolvers/service/list-service-keys.ts';
import { listServices } from '../../resolvers/service/list-services.ts';
import { revokeServiceKey } from '../../resolvers/service/revoke-service-key.ts';
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts';
import { loadDemoLists } from './demo-lists.ts';
import { reportDemo } from './demo-report.ts';
import { screenDemo } from './demo-screening.ts';
import { uploadDemoFiles } from './demo-upload.ts';

/** The invented business that the printed command shows. */
export const DEMO_BUSINESS_ID = 1;

const SERVICE = 'demo';
const EMAIL = 'operaciones@example.com';
const TOKEN_TTL_SECONDS = 86_400;
const RENEW_BEFORE_MS = 3_600_000;

/** Equal relative path from dist/cli and from src/cli. */
const FIXTURE = fileURLToPath(new URL('../../../demo/demo.ndjson', import.meta.url));

export type Demo = {
  /** The three headers of the demo service, with a token that holds for an hour at least. */
  headers: () => Promise<Record<string, string>>;
  /** Uploads the files of the demo, screens all participants and drafts a report, each once. */
  begin: (url: string) => Promise<void>;
};

/**
 * The demo service of an embedded database, made and loaded on the first start. Its API key is kept in the
 * data folder, where only the owner reads it; what was changed or deleted in the service stays so.
 */
export async function prepareDemo(database: { db: Db; pool: Pool }, config: Config): Promise<Demo> {
  const { db, pool } = database;
  const { dataDir } = config;
  const kept = await readDemoFile(dataDir);
  const demo = (await isUsable(db, kept)) ? kept : await makeKey(db, kept, dataDir);
  if (!demo.isLoaded) {
    await importFiles({ pool, serviceName: SERVICE, files: [FIXTURE] });
    await writeDemoFile(dataDir, { ...demo, isLoaded: true });
  }
  if (!demo.hasLists) {
    await loadDemoLists(database);
    await writeDemoFile(dataDir, { ...demo, isLoaded: true, hasLists: true });
  }
  const headers = createHeaders(db, config, demo.apiKey);
  const begin = async (url: string): Promise<void> => {
    const done = await readDemoFile(dataDir);
    const hasUpload = done.hasUpload || (await uploadDemoFiles(url, await headers()));
    const isScreened = done.isScreened || (await screenDemo(url, await headers()));
    const hasReport = done.hasReport || (await reportDemo(url, await headers()));
    await writeDemoFile(dataDir, { ...done, hasUpload, isScreened, hasReport });
  };
  return { headers, begin };
}

/** A key that was made before there was a scope never gets it: it gives way to one that has them all. */
async function isUsable(db: Db, kept: DemoFile): Promise<boolean> {
  if (!(await hasService(db))) return false;
  const keys = await listServiceKeys(db, SERVICE);
  const key = keys.find((one) => one.revokedAt === null && kept.apiKey.includes(`_${one.prefix}_`));
  if (key === undefined) return false;
  if (SCOPES.every((scope) => key.scopes.includes(scope))) return true;
  await revokeServiceKey(db, { service: SERVICE, prefixOrKey: key.prefix });
  return false;
}

async function hasService(db: Db): Promise<boolean> {
  return (await listServices(db)).some((one) => one.name === SERVICE);
}

/** Kept at once, before the data is loaded: a start that breaks off then makes no second key. */
async function makeKey(db: Db, kept: DemoFile, dataDir: string): Promise<DemoFile> {
  const isKnown = await hasService(db);
  const shown = isKnown
    ? await addServiceKey(db, { service: SERVICE, scopes: SCOPES })
    : await addService(db, SERVICE, SCOPES);
  const demo = {
    apiKey: shown.apiKey,
    isLoaded: isKnown && kept.isLoaded,
    hasUpload: isKnown && kept.hasUpload,
    hasLists: isKnown && kept.hasLists,
    isScreened: isKnown && kept.isScreened,
    hasReport: isKnown && kept.hasReport,
  };
  await writeDemoFile(dataDir, demo);
  return demo;
}

function createHeaders(db: Db, config: Config, apiKey: string): Demo['headers'] {
  let token: IssuedToken | undefined;
  return async () => {
    if (token === undefined || token.expiresAt.getTime() - Date.now() < RENEW_BEFORE_MS) {
      token = await issueToken(db, config);
    }
    return { authorization: `Bearer ${token.accessToken}`, 'x-api-key': apiKey, service: SERVICE };
  };
}

async function issueToken(db: Db, config: Config): Promise<IssuedToken> {
  const vault = await createFileVault({ options: config.files, onFault: () => undefined });
  try {
    return await issueOperatorToken(
      { db, vault, options: config.token },
      { service: SERVICE, email: EMAIL, scopes: [], ttlSeconds: TOKEN_TTL_SECONDS },
    );
  } finally {
    vault.close();
  }
}
