import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { WebhookFault, WebhookOutcome } from '../../domain/events/webhook.ts';
import { createPinnedLookup } from '../network/resolve-allowed-addresses.ts';
import type { ResolvedAddress } from '../network/resolve-host.ts';

export type PostRequest = {
  url: URL;
  /** The only addresses to connect to. */
  addresses: readonly ResolvedAddress[];
  headers: Record<string, string>;
  body: string;
  /** Aborts the request in any phase. */
  deadline: AbortSignal;
  connectTimeoutMs: number;
};

/** Maximum size of a response body, which is read and discarded: only the status counts. */
const RESPONSE_BYTES_MAX = 64 * 1024;

/**
 * Sends one POST request on its own connection, without following redirects. Never throws: returns a failed outcome.
 */
export async function postOnce(options: PostRequest): Promise<WebhookOutcome> {
  const { url, headers, body, deadline } = options;
  const requestFunction = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { promise, resolve } = Promise.withResolvers<WebhookOutcome>();
  const lookup = createPinnedLookup(options.addresses);
  const request = requestFunction(url, {
    method: 'POST',
    headers,
    lookup,
    agent: false,
    signal: deadline,
  });
  const progress = watchConnection(request, url, options.connectTimeoutMs);
  let outcome: WebhookOutcome | undefined;
  request.once('response', (response) => {
    const responseOutcome = toOutcome(response.statusCode ?? 0);
    outcome = responseOutcome;
    drainResponse(response, () => resolve(responseOutcome));
  });
  // Without a listener, Node closes the connection of a 101 response without an event, and the promise stays pending.
  request.once('upgrade', (response, socket) => {
    socket.destroy();
    resolve(toOutcome(response.statusCode ?? 0));
  });
  request.on('error', (error) => {
    const fault = deadline.aborted ? 'timeout' : toFault(error, progress());
    // Errors after the status do not change the outcome.
    resolve(outcome ?? { kind: 'failed', responseCode: null, fault });
  });
  request.end(body);
  return await promise.finally(() => request.destroy());
}

function toOutcome(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', responseCode: status };
  const fault = status >= 300 && status < 400 ? 'redirect' : 'status';
  return { kind: 'failed', responseCode: status, fault };
}

/** Reads and discards a response up to the limit. Interruptions are ignored. */
function drainResponse(response: IncomingMessage, onEnd: () => void): void {
  let byteCount = 0;
  response.on('data', (chunk: Buffer) => {
    byteCount += chunk.length;
    if (byteCount > RESPONSE_BYTES_MAX) response.destroy();
  });
  response.on('error', onEnd);
  response.once('close', onEnd);
}

/** Progress of a connection. Without TLS, `secured` follows the connection. */
type Progress = 'begun' | 'connected' | 'secured';

/** Aborts a request that does not connect in time. Returns a function that reports the progress of the connection. */
function watchConnection(request: ClientRequest, url: URL, timeoutMs: number): () => Progress {
  let progress: Progress = 'begun';
  const timer = setTimeout(() => request.destroy(new ConnectTimeout()), timeoutMs).unref();
  const onReady = (): void => {
    progress = 'secured';
    clearTimeout(timer);
  };
  request.once('socket', (socket: Socket) => {
    socket.once('connect', () => {
      if (url.protocol === 'https:') progress = 'connected';
      else onReady();
    });
    socket.once('secureConnect', onReady);
  });
  request.once('close', () => clearTimeout(timer));
  return () => progress;
}

class ConnectTimeout extends Error {}

function toFault(error: Error, progress: Progress): WebhookFault {
  if (error instanceof ConnectTimeout) return 'timeout';
  if (progress !== 'secured') return progress === 'connected' ? 'tls' : 'no_connection';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code.startsWith('HPE_') ? 'bad_answer' : 'cut_off';
}
