/** Session of the person who is signed in. The API key stays on the server of this page, which adds it to requests. */
export type Session = { service: string; accessToken: string };

const KEY = 'session';

/** Returns the session that is stored until the tab is closed; undefined without one. */
export function loadSession(): Session | undefined {
  const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  return isSession(stored) ? stored : undefined;
}

export function saveSession(session: Session | undefined): void {
  if (session === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(session));
}

/** Returns the header of every request. */
export function headersOf({ accessToken }: Session): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}

/** True when the value is a session, from the sign-in or from the storage. */
export function isSession(value: unknown): value is Session {
  return (
    typeof value === 'object' && value !== null && 'accessToken' in value && 'service' in value
  );
}
