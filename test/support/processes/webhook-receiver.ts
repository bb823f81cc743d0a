import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { portOf } from './port-of.ts';

export type ReceivedMessage = { headers: IncomingHttpHeaders; body: string; path: string };

/** Response of a receiver to a message that it has received completely. */
export type Answer = (response: ServerResponse, message: ReceivedMessage) => void;

/** Webhook endpoint whose responses a test determines. */
export type WebhookReceiver = {
  url: (path?: string) => string;
  /** All that came since the test began. */
  received: ReceivedMessage[];
  answer: Answer;
  /** The members of `data` of what came, in its order. */
  told: () => unknown[];
};

const takesAll: Answer = (response) => void response.writeHead(204).end();

/** Starts a webhook receiver, which accepts every message by default. */
export function useWebhookReceiver(): WebhookReceiver {
  let server: Server;
  const receiver: WebhookReceiver = {
    url: (path = '/hook') => `http://127.0.0.1:${portOf(server)}${path}`,
    received: [],
    answer: takesAll,
    told: () => receiver.received.map(({ body }) => dataOf(body)),
  };
  beforeAll(async () => {
    server = createServer((request, response) => void take(request, response, receiver));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    receiver.received = [];
    receiver.answer = takesAll;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return receiver;
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  receiver: WebhookReceiver,
): Promise<void> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Who sends may leave before it has an answer.
  response.on('error', () => undefined);
  await once(request, 'end');
  const body = Buffer.concat(chunks).toString();
  const message = { headers: request.headers, body, path: request.url ?? '' };
  receiver.received.push(message);
  receiver.answer(response, message);
}

function dataOf(body: string): unknown {
  const message: unknown = JSON.parse(body);
  return typeof message === 'object' && message !== null && 'data' in message ? message.data : null;
}
