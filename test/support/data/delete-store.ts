import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';

/** Stand-in for a bucket that supports deletions only. */
export type DeleteStore = {
  /** Returns the settings of a gateway that stores its files here. */
  env: () => Record<string, string>;
  /** Keys of the received deletions, in order. */
  asked: string[];
  /** Delays the responses of deletions until they are released. */
  holdUp: () => void;
  letGo: () => void;
};

export function useDeleteStore(): DeleteStore {
  const asked: string[] = [];
  const waiting: ServerResponse[] = [];
  let isHeldUp = false;
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://store').pathname.slice('/bucket/'.length));
    if (isHeldUp) waiting.push(response);
    else response.writeHead(204).end();
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    env: () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      return {
        S3_BUCKET: 'bucket',
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_PATH_STYLE: 'on',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
      };
    },
    asked,
    holdUp: () => {
      isHeldUp = true;
    },
    letGo: () => {
      isHeldUp = false;
      for (const response of waiting.splice(0)) response.writeHead(204).end();
    },
  };
}
