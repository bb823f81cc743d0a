import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connectToSelf, type OwnConnection } from '../../../src/server/warm-up/connect-to-self.ts';

const open: OwnConnection[] = [];
afterEach(() => {
  for (const { client: near, server: far } of open.splice(0)) {
    near.destroy();
    far.destroy();
  }
});

async function connectThrice(): Promise<OwnConnection[]> {
  const connections = await connectToSelf(3, new AbortController().signal);
  open.push(...connections);
  return connections;
}

it('connects each end with the other one of its pair', async () => {
  for (const [at, { client: near, server: far }] of (await connectThrice()).entries()) {
    near.write(`asked ${at}`);
    far.write(`answered ${at}`);
    const heard: unknown[][] = await Promise.all([once(far, 'data'), once(near, 'data')]);
    expect(heard.map(String)).toEqual([`asked ${at}`, `answered ${at}`]);
  }
});

it('gives the ends that answer as a server has them, with nothing more on them', async () => {
  const [own] = await connectThrice();
  const server = createServer({ noDelay: true, allowHalfOpen: true });
  const { promise: coming, resolve } = Promise.withResolvers<Socket>();
  server.once('connection', resolve);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const near = connect({ host: '127.0.0.1', port: portOf(server.address()) });
  const given = toldOf(await coming);
  near.destroy();
  server.close();
  expect(own && toldOf(own.server)).toStrictEqual(given);
});

function toldOf(socket: Socket): object {
  return { properties: Reflect.ownKeys(socket), listeners: socket.eventNames() };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('lets nobody else connect once its own connections are there', async () => {
  const [first] = await connectThrice();
  const stranger = connect({ host: '127.0.0.1', port: first?.client.remotePort ?? 0 });
  await expect(once(stranger, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('leaves nothing open where it takes too long', async () => {
  const before = countSockets();
  const connecting = connectToSelf(20_000, AbortSignal.timeout(50));
  await expect(connecting).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(countSockets).toBeLessThanOrEqual(before);
});

function countSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
}
