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
import { createDemoReport } from './demo-report.ts';
import { enableDemoScreening } from './demo-screening.ts';
import { uploadDemoFiles } from './demo-upload.ts';

/** Fictitious business of the example command that is printed at start. */
export const DEMO_BUSINESS_ID = 1;

const SERVICE = 'demo';
const EMAIL = 'operaciones@example.com';
const TOKEN_TTL_SECONDS = 86_400;
const RENEW_BEFORE_MS = 3_600_000;

/** The relative path is the same from dist/cli and from src/cli. */
const DATA_FILE = fileURLToPath(new URL('../../../demo/demo.ndjson', import.meta.url));

export type Demo = {
  /** Returns the three headers of the demo service, with a token that is valid for at least an hour. */
  headers: () => Promise<Record<string, string>>;
  /** Uploads the files of the demo, screens all participants and drafts a report, each once. */
  populate: (url: string) => Promise<void>;
};

/**
 * Prepares the demo service of an embedded database, created and loaded on the first start. Its API key is stored in
 * the data folder, which only the owner can read; later changes in the service are preserved. `report` receives a
 * sentence before something is loaded, which takes seconds.
 */
export async function prepareDemo(
  database: { db: Db; pool: Pool },
  config: Config,
  report: (message: string) => void,
): Promise<Demo> {
  const { db, pool } = database;
  const { dataDir } = config;
  const stored = await readDemoFile(dataDir);
  const state = (await hasUsableKey(db, stored)) ? stored : await createKey(db, stored, dataDir);
  if (!state.isLoaded || !state.hasLists)
    report('Loading the demo data; the next start is faster.');
  if (!state.isLoaded) {
    await importFiles({ pool, serviceName: SERVICE, files: [DATA_FILE] });
    await writeDemoFile(dataDir, { ...state, isLoaded: true });
  }
  if (!state.hasLists) {
    await loadDemoLists(database);
    await writeDemoFile(dataDir, { ...state, isLoaded: true, hasLists: true });
  }
  const headers = createHeaders(db, config, state.apiKey);
  const populate = async (url: string): Promise<void> => {
    const current = await readDemoFile(dataDir);
    const hasUpload = current.hasUpload || (await uploadDemoFiles(url, await headers()));
    const isScreened = current.isScreened || (await enableDemoScreening(url, await headers()));
    const hasReport = current.hasReport || (await createDemoReport(url, await headers()));
    await writeDemoFile(dataDir, { ...current, hasUpload, isScreened, hasReport });
  };
  return { headers, populate };
}

/**
 * True when the stored key is active and has all scopes. Revokes a key that lacks a newer scope, so that it is
 * replaced.
 */
async function hasUsableKey(db: Db, stored: DemoFile): Promise<boolean> {
  if (!(await hasService(db))) return false;
  const keys = await listServiceKeys(db, SERVICE);
  const key = keys.find(
    (serviceKey) =>
      serviceKey.revokedAt === null && stored.apiKey.includes(`_${serviceKey.prefix}_`),
  );
  if (key === undefined) return false;
  if (SCOPES.every((scope) => key.scopes.includes(scope))) return true;
  await revokeServiceKey(db, { service: SERVICE, prefixOrKey: key.prefix });
  return false;
}

async function hasService(db: Db): Promise<boolean> {
  return (await listServices(db)).some((service) => service.name === SERVICE);
}

/**
 * Creates a key, and the service when it does not exist. Stores the key before the data is loaded, so that the start
 * after an interrupted one does not create a second key.
 */
async function createKey(db: Db, stored: DemoFile, dataDir: string): Promise<DemoFile> {
  const hasDemoService = await hasService(db);
  const added = hasDemoService
    ? await addServiceKey(db, { service: SERVICE, scopes: SCOPES })
    : await addService(db, SERVICE, SCOPES);
  const demo = {
    apiKey: added.apiKey,
    isLoaded: hasDemoService && stored.isLoaded,
    hasUpload: hasDemoService && stored.hasUpload,
    hasLists: hasDemoService && stored.hasLists,
    isScreened: hasDemoService && stored.isScreened,
    hasReport: hasDemoService && stored.hasReport,
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
