import { vi } from 'vitest';
import { at } from '../clients/graphql.ts';
import type { Gateway, Reply } from '../gateway/gateway.ts';

/** A slow machine leaves to the queue what it cannot read in two seconds. */
const PATIENTLY = { interval: 50, timeout: 60_000 };

/** Extracts a file and returns the finished extraction. */
export async function extractAndWait(
  gateway: Pick<Gateway, 'request'>,
  fileId: number,
  more: object = {},
): Promise<Reply> {
  const asked = await gateway.request('POST', '/api/v4/document/extract', {
    body: { file_id: fileId, ...more },
  });
  const id = String(at(asked.body, 'data', 'extraction_id'));
  let reply = asked;
  await vi.waitFor(async () => {
    reply = await gateway.request('GET', `/api/v4/document/extraction/${id}`);
    if (at(reply.body, 'data', 'status') === 'queued') throw new Error('It is still queued.');
  }, PATIENTLY);
  return reply;
}
