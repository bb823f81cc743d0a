import { Client, type PoolClient } from 'pg';
import type { HostFinder, ServerAddress } from './host-finder.ts';

const readOnlyClients = new WeakSet<object>();

/** True when the server of the client no longer accepts writes: another may be the primary now. */
export function isDemoted(client: PoolClient): boolean {
  return readOnlyClients.has(client);
}

type OnConnected = (error: Error | null) => void;

/** Creates a client class that asks the finder for a server each time it connects. */
export function createFailoverClient(Base: typeof Client, finder: HostFinder): typeof Client {
  return class extends Base {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args);
      // PostgreSQL 14 and later report a change of this setting to each session.
      this.connection.on(
        'parameterStatus',
        ({ parameterName, parameterValue }: ParameterStatus) => {
          if (parameterName !== 'default_transaction_read_only') return;
          if (parameterValue === 'on') readOnlyClients.add(this);
          else readOnlyClients.delete(this);
        },
      );
    }

    // biome-ignore format: the overloads of pg's connect are one value here.
    override connect: typeof Client.prototype.connect = ((...args: OnConnected[]) =>
      Reflect.apply(connectToFoundServer, this, [finder.find(), ...args]));
  };
}

/** Connects to the found server: sets host and port of the client, which pg reads when it connects. */
function connectToFoundServer(
  this: Client,
  search: Promise<ServerAddress>,
  onConnected?: OnConnected,
): unknown {
  // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply gives it its receiver.
  const { connect } = Client.prototype;
  const configured = search.then((address) => Object.assign(this, address));
  if (onConnected === undefined) return configured.then(() => Reflect.apply(connect, this, []));
  void configured.then(() => Reflect.apply(connect, this, [onConnected]), onConnected);
  return undefined;
}

type ParameterStatus = { parameterName: string; parameterValue: string };
