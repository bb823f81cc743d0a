import type { TestService } from '../gateway/callers.ts';

type KeyRequest = { method: string; path: string; body?: object | string };

/** Sends a request with the API key of a service and no token; returns the parsed body. */
export async function sendAsKey(
  { url, service }: { url: string; service: TestService },
  { method, path, body }: KeyRequest,
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...service.keyHeaders, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return await response.json();
}
