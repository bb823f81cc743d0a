import type { IncomingMessage } from 'node:http';

/** The whole body, by the events themselves, which cost less than iterating. */
export async function readText(request: IncomingMessage): Promise<string> {
  return await new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    request.once('error', reject);
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}
