import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { SCOPES } from '../../../src/auth/scopes.ts';
import { loadDemoLists } from '../../../src/cli/demo/demo-lists.ts';
import { createDemoReport } from '../../../src/cli/demo/demo-report.ts';
import { uploadDemoFiles } from '../../../src/cli/demo/demo-upload.ts';
import { importFiles } from '../../../src/import/import-files.ts';
import { addService } from '../../../src/resolvers/service/add-service.ts';
import { issueOperatorToken } from '../../../src/resolvers/service/issue-operator-token.ts';
import { prepareDemoLists } from '../data/demo-lists.ts';
import { useDatabase } from '../database/database.ts';
import { NO_VAULT } from './callers.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';

export type DemoGateway = {
  /** http://127.0.0.1:PORT. */
  readonly url: string;
  /** Headers that GraphiQL is prefilled with. */
  readonly headers: Record<string, string>;
};

const FIXTURE = fileURLToPath(new URL('../../../demo/demo.ndjson', import.meta.url));
const SERVICE = 'demo';
const EMAIL = 'operaciones@example.com';

/** Starts a gateway in demo mode, with the demo data of `npm start`. */
export function useDemoGateway(): DemoGateway {
  const database = useDatabase(prepareDemoLists);
  let gateway: OpenGateway | undefined;
  let headers: Record<string, string> = {};

  beforeAll(async () => {
    const { url, pool, db } = database;
    gateway = await openGateway(url, {}, async () => await Promise.resolve(headers));
    const { apiKey } = await addService(db, SERVICE, SCOPES);
    await importFiles({ pool, serviceName: SERVICE, files: [FIXTURE] });
    await loadDemoLists({ db, pool });
    const grant = { service: SERVICE, email: EMAIL, scopes: [], ttlSeconds: 3600 };
    const options = gateway.config.token;
    const { accessToken } = await issueOperatorToken({ db, vault: NO_VAULT, options }, grant);
    headers = { authorization: `Bearer ${accessToken}`, 'x-api-key': apiKey, service: SERVICE };
    if (!(await uploadDemoFiles(gateway.url, headers))) throw new Error('The demo has no files.');
    if (!(await createDemoReport(gateway.url, headers))) throw new Error('The demo has no report.');
  });
  afterAll(async () => {
    await gateway?.close();
  });
  return {
    get url() {
      if (gateway === undefined) throw new Error('The gateway runs inside hooks and tests only.');
      return gateway.url;
    },
    get headers() {
      return headers;
    },
  };
}
