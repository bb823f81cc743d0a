/** Creates headers of the demo caller for a page. Undefined without a demo. */
export type DemoHeaders = (() => Promise<Record<string, string>>) | undefined;

/** Returns the demo headers for a page that is opened on this machine. Undefined for other clients. */
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
