import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { WebhookFault, WebhookOutcome } from '../../domain/events/webhook.ts';
import { pinnedTo } from '../network/find-addresses.ts';
import type { ResolvedAddress } from '../network/resolve-host.ts';

export type Post = {
  url: URL;
  /** Where it may be sent; no other address is asked for. */
  addresses: readonly ResolvedAddress[];
  headers: Record<string, string>;
  body: string;
  /** Ends it, whatever it waits for. */
  deadline: AbortSignal;
  connectTimeoutMs: number;
};

/** Of an answer's body no more is read, and nothing kept: its status says all. */
const ANSWER_BYTES_MAX = 64 * 1024;

/** Sends a body once, on a connection of its own, and follows no redirect. Never throws. */
export async function postOnce(post: Post): Promise<WebhookOutcome> {
  const { url, headers, body, deadline } = post;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { promise, resolve } = Promise.withResolvers<WebhookOutcome>();
  const lookup = pinnedTo(post.addresses);
  const request = send(url, { method: 'POST', headers, lookup, agent: false, signal: deadline });
  const progress = watchConnection(request, url, post.connectTimeoutMs);
  let outcome: WebhookOutcome | undefined;
  request.once('response', (answer) => {
    const found = outcomeOf(answer.statusCode ?? 0);
    outcome = found;
    readAway(answer, () => resolve(found));
  });
  // Without a listener Node drops such a connection, and says so to nobody.
  request.once('upgrade', (answer, socket) => {
    socket.destroy();
    resolve(outcomeOf(answer.statusCode ?? 0));
  });
  request.on('error', (error) => {
    const fault = deadline.aborted ? 'timeout' : faultOf(error, progress());
    // What comes after the status changes nothing.
    resolve(outcome ?? { kind: 'failed', answer: null, fault });
  });
  request.end(body);
  return await promise.finally(() => request.destroy());
}

function outcomeOf(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', answer: status };
  const fault = status >= 300 && status < 400 ? 'redirect' : 'status';
  return { kind: 'failed', answer: status, fault };
}

/** Reads an answer to its end, or up to the bound; what cuts it short changes nothing. */
function readAway(answer: IncomingMessage, done: () => void): void {
  let byteCount = 0;
  answer.on('data', (chunk: Buffer) => {
    byteCount += chunk.length;
    if (byteCount > ANSWER_BYTES_MAX) answer.destroy();
  });
  answer.on('error', done);
  answer.once('close', done);
}

type Progress = 'begun' | 'connected' | 'secured';

/** Ends a request whose connection does not come in time; answers how far that has come. */
function watchConnection(request: ClientRequest, url: URL, timeoutMs: number): () => Progress {
  let progress: Progress = 'begun';
  const timer = setTimeout(() => request.destroy(new ConnectTimeout()), timeoutMs).unref();
  const ready = (): void => {
    progress = 'secured';
    clearTimeout(timer);
  };
  request.once('socket', (socket: Socket) => {
    socket.once('connect', () => {
      if (url.protocol === 'https:') progress = 'connected';
      else ready();
    });
    socket.once('secureConnect', ready);
  });
  request.once('close', () => clearTimeout(timer));
  return () => progress;
}

class ConnectTimeout extends Error {}

function faultOf(error: Error, progress: Progress): WebhookFault {
  if (error instanceof ConnectTimeout) return 'timeout';
  if (progress !== 'secured') return progress === 'connected' ? 'tls' : 'no_connection';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code.startsWith('HPE_') ? 'bad_answer' : 'cut_off';
}
