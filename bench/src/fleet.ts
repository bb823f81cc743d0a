import { fileURLToPath } from 'node:url';
import { createHeaders, type Headers, startGateway } from './gateway.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Beside the gateway: what it is compared with. */
export const PEERS = ['ceiling', 'static', 'mercurius', 'apollo', 'postgraphile'] as const;
export type Peer = (typeof PEERS)[number];

export type Fleet = {
  gateway: ServerProcess;
  /** What a caller of the gateway shows; the others ask for nothing. */
  headers: Headers;
  peers: Record<Peer, ServerProcess>;
  stop: () => Promise<void>;
};

/** Bytes of a business of 5 participants as GraphQL. */
const ANSWER_BYTES = '2700';

/** Starts all servers on one database; those that are not asked stand still and cost nothing. */
export async function startFleet(databaseUrl: string): Promise<Fleet> {
  const headers = await createHeaders(databaseUrl);
  const gateway = await startGateway(databaseUrl);
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
    headers,
    peers,
    stop: async () => {
      await Promise.all([gateway, ...Object.values(peers)].map(async (one) => await one.stop()));
    },
  };
}

/** Starts one of them on a database. */
export async function startPeer(name: Peer, databaseUrl: string): Promise<ServerProcess> {
  const file = fileURLToPath(new URL(`../peers/${name}.ts`, import.meta.url));
  const env = { DATABASE_URL: databaseUrl, NODE_ENV: 'production', ANSWER_BYTES };
  return await startServerProcess({ name, args: [file], env });
}
