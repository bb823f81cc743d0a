/** The headers of a demo caller, made anew for each page; undefined where there is no demo. */
export type DemoHeaders = (() => Promise<Record<string, string>>) | undefined;

/** What an explorer is filled in with for who looks at the page on this machine; undefined for everybody else. */
export async function demoHeadersFor(
  host: string | undefined,
  headers: DemoHeaders,
): Promise<Record<string, string> | undefined> {
  // Another name that resolves to this machine may be another site's (DNS rebinding).
  return isLoopback(host) ? await headers?.() : undefined;
}

function isLoopback(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '');
}
