import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Takes the ways out of this process: what the engines would otherwise fetch has to come from their packages, and a
 * document cannot make them call anybody.
 */
export function forbidNetwork(): void {
  globalThis.fetch = refuse;
  net.Socket.prototype.connect = refuse;
  net.connect = refuse;
  net.createConnection = refuse;
  syncBuiltinESMExports();
}

function refuse(): never {
  throw new Error('There is no network here.');
}
