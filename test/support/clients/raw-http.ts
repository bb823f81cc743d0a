import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

/** Client side of a TCP connection, for requests that no HTTP client would send. */
export type RawConnection = {
  socket: Socket;
  send(text: string | Uint8Array): void;
  /** Returns everything received so far, as UTF-8. */
  received(): string;
  /** Waits until this was received. Fails when the server closes the connection before. */
  untilReceived(text: string | RegExp): Promise<void>;
  /** Waits until the server closes the connection, and returns everything received. */
  untilClosed(): Promise<string>;
};

export async function openRaw(gatewayUrl: string): Promise<RawConnection> {
  const { hostname, port } = new URL(gatewayUrl);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  const end = { hasCome: false };
  let changed = Promise.withResolvers<void>();
  const tell = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const close = (): void => {
    end.hasCome = true;
    tell();
  };
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    tell();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', close);
  socket.on('end', close);
  await once(socket, 'connect');
  const received = (): string => Buffer.concat(chunks).toString();
  return {
    socket,
    send: (text) => void socket.write(text),
    received,
    untilReceived: async (text) => {
      while (received().search(text) < 0 && !end.hasCome) await changed.promise;
      expect(received()).toMatch(text);
    },
    untilClosed: async () => {
      while (!end.hasCome) await changed.promise;
      socket.destroy();
      return received();
    },
  };
}

/** Sends bytes in one write and returns everything received until the server closes the connection. */
export async function exchangeRaw(gatewayUrl: string, text: string | Uint8Array): Promise<string> {
  const connection = await openRaw(gatewayUrl);
  connection.send(text);
  return await connection.untilClosed();
}

/** Returns the head of an HTTP/1.1 request, with the empty line at its end. */
export function head(line: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'gateway', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Returns the status codes of all responses in the received text. */
export function statusesOf(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
