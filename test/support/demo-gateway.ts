import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { importFiles } from '../../src/import/import-files.ts';
import { createLogger } from '../../src/log.ts';
import { addService } from '../../src/resolvers/service/add-service.ts';
import { issueOperatorToken } from '../../src/resolvers/service/issue-operator-token.ts';
import { type RunningServer, startServer } from '../../src/server/start-server.ts';
import { useDatabase } from './database.ts';
import { nameFileFolder } from './file-env.ts';

export type DemoGateway = {
  /** http://127.0.0.1:PORT. */
  readonly url: string;
  /** What GraphiQL is filled in with; made once, so that tests can look for them. */
  readonly headers: Record<string, string>;
};

const FIXTURE = fileURLToPath(new URL('../../demo/demo.ndjson', import.meta.url));
const SERVICE = 'demo';
const EMAIL = 'operaciones@example.com';

/** The real server in demo mode, on the demo data that `npm start` loads. */
export function useDemoGateway(): DemoGateway {
  const database = useDatabase();
  const files = nameFileFolder();
  let server: RunningServer | undefined;
  let headers: Record<string, string> = {};

  beforeAll(async () => {
    const { pool, db } = database;
    const config = loadConfig({ PORT: '0', ...files.env });
    const { apiKey } = await addService(db, SERVICE);
    await importFiles({ pool, serviceName: SERVICE, files: [FIXTURE] });
    const grant = { service: SERVICE, email: EMAIL, scopes: [], ttlSeconds: 3600 };
    const { accessToken } = await issueOperatorToken({ db, options: config.token }, grant);
    headers = { authorization: `Bearer ${accessToken}`, 'x-api-key': apiKey, service: SERVICE };
    const log = createLogger('error', new PassThrough().resume());
    const demoHeaders = async () => await Promise.resolve(headers);
    server = await startServer({ config, db, log, demoHeaders });
  });
  afterAll(async () => {
    await server?.close();
    await files.remove();
  });
  return {
    get url() {
      if (server === undefined) throw new Error('The gateway runs inside hooks and tests only.');
      return server.url;
    },
    get headers() {
      return headers;
    },
  };
}
