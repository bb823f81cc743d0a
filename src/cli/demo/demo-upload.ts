import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/**
 * Request body with a proof of address of the first participant, whose imported data has none. The relative path is the
 * same from dist/cli and from src/cli.
 */
const PROOF_OF_ADDRESS = new URL('../../../demo/upload.json', import.meta.url);

/** Card of a fictitious person, for trying out extraction from an image. */
const CARD = new URL('../../../demo/ine.jpg', import.meta.url);
/** Form fields of the upload of the card. */
const CARD_FIELDS = new URL('../../../demo/ine.json', import.meta.url);

/**
 * Uploads the files of the demo through the running gateway, because only the gateway accepts file contents. Returns
 * false when an upload was rejected, for example because files are off; the demo then continues without them.
 */
export async function uploadDemoFiles(
  url: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const json = { ...headers, 'content-type': 'application/json' };
  if (!(await send(url, { headers: json, body: await readFile(PROOF_OF_ADDRESS, 'utf8') })))
    return false;
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
  const response = await fetch(`${url}/api/v4/file/upload`, {
    method: 'POST',
    ...request,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}

const TIMEOUT_MS = 10_000;
