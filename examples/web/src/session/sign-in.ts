import { isSession, type Session } from './session.ts';
import { SIGN_IN_WORDS } from './sign-in-words.ts';

export type Credentials = { email: string; password: string };

/** Signs in at the server of this page; throws an Error whose message is for people. */
export async function signIn(credentials: Credentials): Promise<Session> {
  const response = await fetch('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && isSession(body)) return body;
  throw new Error(describeRefusal(response.status));
}

function describeRefusal(status: number): string {
  if (status === 401) return SIGN_IN_WORDS.wrong_password;
  return status === 429 ? SIGN_IN_WORDS.too_many_attempts : SIGN_IN_WORDS.unavailable;
}
