import { Client, type PoolClient } from 'pg';
import type { HostFinder, Place } from './host-finder.ts';

const left = new WeakSet<object>();

/** True when the server is read-only by now, so that another one may be the primary. */
export function isLeft(client: PoolClient): boolean {
  return left.has(client);
}

type Connected = (error: Error | null) => void;

/** Clients of that kind that connect to the server that is found when they do. */
export function leadTo(Base: typeof Client, finder: HostFinder): typeof Client {
  return class extends Base {
    constructor(...args: ConstructorParameters<typeof Client>) {
      super(...args);
      // PostgreSQL 14 and newer notify each session of the change.
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
        if (parameterName !== 'default_transaction_read_only') return;
        if (parameterValue === 'on') left.add(this);
        else left.delete(this);
      });
    }

    // biome-ignore format: the overloads of pg's connect are one value here.
    override connect: typeof Client.prototype.connect = ((...args: Connected[]) =>
      Reflect.apply(connectTo, this, [finder.find(), ...args]));
  };
}

/** pg reads host and port when it connects. */
function connectTo(this: Client, finding: Promise<Place>, connected?: Connected): unknown {
  // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply gives it its receiver.
  const { connect } = Client.prototype;
  const found = finding.then((place) => Object.assign(this, place));
  if (connected === undefined) return found.then(() => Reflect.apply(connect, this, []));
  void found.then(() => Reflect.apply(connect, this, [connected]), connected);
  return undefined;
}

type Parameter = { parameterName: string; parameterValue: string };
