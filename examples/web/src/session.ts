/** Who is signed in. A real frontend keeps the API key on its own server, which adds it to what it passes on. */
export type Session = { service: string; apiKey: string; accessToken: string };

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

/** The three headers of every request. */
export function headersOf({ service, apiKey, accessToken }: Session): Record<string, string> {
  return { service, 'x-api-key': apiKey, authorization: `Bearer ${accessToken}` };
}

function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && 'accessToken' in value;
}
