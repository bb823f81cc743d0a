import type { Target } from './attack.ts';
import { countOutcomes, type Outcomes } from './outcomes.ts';
import { post, times } from './send.ts';

export const UPLOAD_PATH = '/api/v4/file/upload';
const BOUNDARY = 'attack-boundary';

export function formHeaders({ headers }: Pick<Target, 'headers'>): Record<string, string> {
  return { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
}

/** What stands in a form before the bytes of its file, whose name says of which type it is. */
export function startOfForm(name: string): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${typeOf(name)}\r\n\r\n`;
}

function typeOf(name: string): string {
  if (name.endsWith('.csv')) return 'text/csv';
  return name.endsWith('.xml') ? 'application/xml' : 'application/octet-stream';
}

/** A form with one file. */
export function formOf({ name, bytes }: { name: string; bytes: Uint8Array }): Buffer {
  return Buffer.concat([
    Buffer.from(startOfForm(name)),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/** So many uploads of the same file at once. */
export async function sendForms(
  target: Target,
  count: number,
  file: { name: string; bytes: Uint8Array },
): Promise<Outcomes> {
  const sent = { url: target.url, path: UPLOAD_PATH, body: formOf(file) };
  const headers = formHeaders(target);
  const ends = await times(
    { count, width: count },
    async () => (await post({ ...sent, headers })).text,
  );
  return countOutcomes(ends);
}
