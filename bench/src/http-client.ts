import { Agent, request } from 'node:http';
import type { LoadRequest } from './load/load.ts';
import type { ServerProcess } from './server-process.ts';

export type Timed = { ms: number; body: unknown };

/** HTTP client with one keep-alive connection. */
export type HttpClient = {
  /** Sends a request and returns the time to its last byte. Throws for any status but 200. */
  send: (asked: LoadRequest) => Promise<Timed>;
  close: () => void;
};

export function createHttpClient(server: ServerProcess): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: async (asked) => {
      const startedAt = performance.now();
      const { status, text } = await exchange(agent, server.url, asked);
      const ms = performance.now() - startedAt;
      if (status === 200) return { ms, body: JSON.parse(text) };
      throw new Error(`${server.name} answered ${status}: ${text.slice(0, 300)}`);
    },
    close: () => agent.destroy(),
  };
}

async function exchange(
  agent: Agent,
  url: string,
  { method, path, headers, body = '' }: LoadRequest,
): Promise<{ status: number; text: string }> {
  return await new Promise((resolve, reject) => {
    const sent = request(url + path, {
      agent,
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Uint8Array[] = [];
      response.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end(body);
  });
}
