import type { IncomingMessage, ServerResponse } from 'node:http';
import { AttemptLimit } from './attempt-limit.ts';
import { isPassword } from './passwords.ts';
import { type GatewayAccess, requestToken } from './request-token.ts';
import { toUserKey, type Users } from './users.ts';

/** Path under which the browser signs in. */
export const SIGN_IN_PATH = '/sign-in';

/** Outcomes that the page has words for. */
type Refusal = 'invalid_request' | 'wrong_password' | 'too_many_attempts' | 'gateway_unavailable';

const WINDOW_MS = 15 * 60_000;
const BODY_BYTES_MAX = 4096;

export type SignInHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Signs a person in by e-mail and password, and answers a token of the gateway's user of that e-mail. The gateway
 * trusts the caller that has the API key, so that the e-mail is proven here. Attempts are limited by e-mail and by address.
 */
export function createSignIn(gateway: GatewayAccess, users: Users): SignInHandler {
  const byEmail = new AttemptLimit({ attemptsMax: 10, windowMs: WINDOW_MS, keysMax: 10_000 });
  const byAddress = new AttemptLimit({ attemptsMax: 50, windowMs: WINDOW_MS, keysMax: 10_000 });
  const signIn = async (request: IncomingMessage): Promise<Reply> => {
    const credentials = isOwnPage(request) ? await readCredentials(request) : undefined;
    if (credentials === undefined) return refuse(400, 'invalid_request');
    const key = toUserKey(credentials.email);
    const hasAttempt = byAddress.take(request.socket.remoteAddress ?? '') && byEmail.take(key);
    if (!hasAttempt) return refuse(429, 'too_many_attempts');
    if (!(await isPassword(credentials.password, users.get(key))))
      return refuse(401, 'wrong_password');
    byEmail.reset(key);
    const accessToken = await requestToken(gateway, key);
    if (accessToken === undefined) return refuse(401, 'wrong_password');
    return { status: 200, body: { service: gateway.service, accessToken } };
  };
  return async (request, response) => {
    const { status, body } = await signIn(request).catch((error: unknown) => {
      process.stderr.write(`sign-in: ${String(error)}\n`);
      return refuse(502, 'gateway_unavailable');
    });
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  };
}

type Reply = { status: number; body: object };

function refuse(status: number, refusal: Refusal): Reply {
  return { status, body: { refusal } };
}

/** JSON from a page of this origin only: no other site can have a browser send it. */
function isOwnPage({ method, headers }: IncomingMessage): boolean {
  const { 'content-type': type, origin, host } = headers;
  const isJson = method === 'POST' && type === 'application/json';
  return (
    isJson && (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host))
  );
}

type Credentials = { email: string; password: string };

async function readCredentials(request: IncomingMessage): Promise<Credentials | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<unknown> = request;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) return undefined;
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return parseCredentials(Buffer.concat(chunks).toString());
}

function parseCredentials(text: string): Credentials | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return undefined;
    if (!('email' in body) || !('password' in body)) return undefined;
    const { email, password } = body;
    return typeof email === 'string' && typeof password === 'string'
      ? { email, password }
      : undefined;
  } catch {
    return undefined;
  }
}
