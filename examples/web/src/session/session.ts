/** Session of the person who is signed in. The API key stays on the server of this page, which adds it to requests. */
export type Session = { service: string; accessToken: string };

const KEY = 'session';

/** Kept until the browser's tab is closed; undefined where nobody is signed in. */
export function loadSession(): Session | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  return isSession(kept) ? kept : undefined;
}

export function saveSession(session: Session | undefined): void {
  if (session === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(session));
}

/** The header of every request. */
export function headersOf({ accessToken }: Session): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}

/** True for a session as the sign-in answers it and as it is kept. */
export function isSession(value: unknown): value is Session {
  return (
    typeof value === 'object' && value !== null && 'accessToken' in value && 'service' in value
  );
}
