import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/**
 * Proof of address of the first participant, who starts without one. Equal relative path from dist/cli and from
 * src/cli.
 */
const UPLOAD = new URL('../../../demo/upload.json', import.meta.url);

/** Card of a fictitious person, for trying out extraction from an image. */
const CARD = new URL('../../../demo/ine.jpg', import.meta.url);
/** Declared properties of the card. */
const CARD_FIELDS = new URL('../../../demo/ine.json', import.meta.url);

/**
 * Uploads the files of the demo, as any client would, because only a running gateway accepts bytes; returns false when
 * they were rejected. Then, for example when files are off, the demo continues without them.
 */
export async function uploadDemoFiles(
  url: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const json = { ...headers, 'content-type': 'application/json' };
  if (!(await send(url, { headers: json, body: await readFile(UPLOAD, 'utf8') }))) return false;
  const form = new FormData();
  const fields = z.record(z.string(), z.string());
  const cardFields = fields.parse(JSON.parse(await readFile(CARD_FIELDS, 'utf8')));
  for (const [name, value] of Object.entries(cardFields)) form.append(name, value);
  form.append('file', new File([await readFile(CARD)], 'ine.jpg', { type: 'image/jpeg' }));
  return await send(url, { headers, body: form });
}

async function send(
  url: string,
  request: { headers: Record<string, string>; body: string | FormData },
): Promise<boolean> {
  const reply = await fetch(`${url}/api/v4/file/upload`, {
    method: 'POST',
    ...request,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  await reply?.body?.cancel();
  return reply?.ok === true;
}

const TIMEOUT_MS = 10_000;
