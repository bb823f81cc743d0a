import { readFile } from 'node:fs/promises';

/** A proof of address of the first participant, who begins with none; as far from dist/cli as from src/cli. */
const UPLOAD = new URL('../../demo/upload.json', import.meta.url);

/**
 * Sends the demo's file as any client would, for bytes go in only through a running gateway; answers whether it was taken.
 * Where it was not, e.g. because files are off, the demo does without it.
 */
export async function uploadDemoFile(
  url: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const reply = await fetch(`${url}/api/v4/file/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: await readFile(UPLOAD, 'utf8'),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  await reply?.body?.cancel();
  return reply?.ok === true;
}

const TIMEOUT_MS = 10_000;
