/** Function that creates the authentication headers of the demo caller. Undefined outside of demo mode. */
export type DemoHeaders = (() => Promise<Record<string, string>>) | undefined;

/** Returns the demo headers when `host` is a loopback name, otherwise undefined. */
export async function findDemoHeaders(
  host: string | undefined,
  headers: DemoHeaders,
): Promise<Record<string, string> | undefined> {
  // Other host names that resolve to this machine are not trusted, because of DNS rebinding.
  return isLoopback(host) ? await headers?.() : undefined;
}

function isLoopback(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '');
}
