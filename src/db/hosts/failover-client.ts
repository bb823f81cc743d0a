import { Client, type PoolClient } from 'pg';
import type { HostFinder, ServerAddress } from './host-finder.ts';

const readOnlyClients = new WeakSet<object>();

/** True when the server of the client accepts no writes any more: another may be the primary by now. */
export function isDemoted(client: PoolClient): boolean {
  return readOnlyClients.has(client);
}

type Connected = (error: Error | null) => void;

/** Creates a client class that connects to the server that the finder returns at that moment. */
export function createFailoverClient(Base: typeof Client, finder: HostFinder): typeof Client {
  return class extends Base {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args);
      // PostgreSQL 14 and later report the change to each session.
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
        if (parameterName !== 'default_transaction_read_only') return;
        if (parameterValue === 'on') readOnlyClients.add(this);
        else readOnlyClients.delete(this);
      });
    }

    // biome-ignore format: the overloads of pg's connect are one value here.
    override connect: typeof Client.prototype.connect = ((...args: Connected[]) =>
      Reflect.apply(connectTo, this, [finder.find(), ...args]));
  };
}

/** Sets host and port of the client, which pg reads when it connects. */
function connectTo(this: Client, search: Promise<ServerAddress>, onConnected?: Connected): unknown {
  // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply gives it its receiver.
  const { connect } = Client.prototype;
  const configured = search.then((place) => Object.assign(this, place));
  if (onConnected === undefined) return configured.then(() => Reflect.apply(connect, this, []));
  void configured.then(() => Reflect.apply(connect, this, [onConnected]), onConnected);
  return undefined;
}

type Parameter = { parameterName: string; parameterValue: string };
