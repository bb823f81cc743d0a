import type { Bench } from './bench.ts';
import { createHeaders, type Headers, startGateway } from './gateway.ts';
import type { ServerProcess } from './server-process.ts';

export type PrivateGateway = AsyncDisposable & {
  server: ServerProcess;
  headers: Headers;
  databaseUrl: string;
};

const DATABASE = 'writes';

/** Starts a gateway on a fresh copy of the template database, for workloads that change rows. */
export async function openPrivateGateway(
  { postgres }: Bench,
  template: string,
  env?: Record<string, string>,
): Promise<PrivateGateway> {
  await postgres.create(DATABASE, template);
  return await openGatewayOn(postgres, DATABASE, env);
}

/** Starts a gateway on a database that is dropped with it. */
export async function openGatewayOn(
  postgres: Bench['postgres'],
  database: string,
  env: Record<string, string> = {},
): Promise<PrivateGateway> {
  const databaseUrl = postgres.urlOf(database);
  const headers = await createHeaders(databaseUrl);
  const server = await startGateway(databaseUrl, { name: 'gateway-writes', env });
  return {
    server,
    headers,
    databaseUrl,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await postgres.drop(database);
    },
  };
}
