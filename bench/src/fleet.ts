import { fileURLToPath } from 'node:url';
import { createHeaders, type Headers, startGateway } from './gateway.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Servers that the gateway is compared with. */
export const PEERS = ['ceiling', 'static', 'mercurius', 'apollo', 'postgraphile'] as const;
export type Peer = (typeof PEERS)[number];

/** Name of the gateway that is started with the settings of the command line. */
export const WATCHED = 'gateway-watched';

export type Fleet = {
  gateway: ServerProcess;
  /** Gateway with the settings of the command line; undefined without any. */
  watched: ServerProcess | undefined;
  /** Headers of a caller of the gateway. The other servers need none. */
  headers: Headers;
  peers: Record<Peer, ServerProcess>;
  stop: () => Promise<void>;
};

/** Size of a business of 5 participants in GraphQL. */
const ANSWER_BYTES = '2700';

/** Starts all servers on one database. Servers without load use no CPU time. */
export async function startFleet(
  databaseUrl: string,
  gatewayEnv: Record<string, string> = {},
): Promise<Fleet> {
  const headers = await createHeaders(databaseUrl);
  const gateway = await startGateway(databaseUrl);
  const isSecond = Object.keys(gatewayEnv).length > 0;
  const second = { name: WATCHED, env: gatewayEnv };
  const watched = isSecond ? await startGateway(databaseUrl, second) : undefined;
  const [ceiling, fixed, mercurius, apollo, postgraphile] = [
    await startPeer('ceiling', databaseUrl),
    await startPeer('static', databaseUrl),
    await startPeer('mercurius', databaseUrl),
    await startPeer('apollo', databaseUrl),
    await startPeer('postgraphile', databaseUrl),
  ];
  const peers = { ceiling, static: fixed, mercurius, apollo, postgraphile };
  return {
    gateway,
    watched,
    headers,
    peers,
    stop: async () => {
      const all = [gateway, ...(watched ? [watched] : []), ...Object.values(peers)];
      await Promise.all(all.map(async (one) => await one.stop()));
    },
  };
}

/** Starts a server on a database. */
export async function startPeer(name: Peer, databaseUrl: string): Promise<ServerProcess> {
  const file = fileURLToPath(new URL(`../peers/${name}.ts`, import.meta.url));
  const env = { DATABASE_URL: databaseUrl, NODE_ENV: 'production', ANSWER_BYTES };
  return await startServerProcess({ name, args: [file], env });
}
