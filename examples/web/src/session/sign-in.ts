import { type Failure, ownFailure } from '../shared/failure.ts';
import { isSession, type Session } from './session.ts';

export type Credentials = { email: string; password: string };

/** Signs in at the server of this page, and returns the session or why it was refused. */
export async function signIn(credentials: Credentials): Promise<Session | Failure> {
  const response = await fetch('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  }).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  return response?.ok === true && isSession(body) ? body : toRefusal(response?.status);
}

function toRefusal(status: number | undefined): Failure {
  if (status === 401) return ownFailure('WRONG_PASSWORD');
  return ownFailure(status === 429 ? 'TOO_MANY_ATTEMPTS' : 'SIGN_IN_UNAVAILABLE');
}
