import type { Config } from '../../config/config.ts';
import type { LongReply } from '../../http/reply.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { OpenRequest } from './open-request.ts';
import { createRestPermit } from './rest-permit.ts';
import { toRestReply } from './rest-reply.ts';
import { NO_SERVICE } from './send-reply.ts';

/**
 * Serializes a v4 response; a large one holds a permit meanwhile. Returns the refusal instead, and records its outcome,
 * when the response is too large or gets no permit in time.
 */
export async function writeRest(
  config: Pick<Config, 'restAnswerBytesMax'>,
  incoming: OpenRequest,
  { reply, restPermits }: { reply: Parameters<typeof toRestReply>[0]; restPermits: FairSemaphore },
): Promise<LongReply> {
  const permit = createRestPermit(incoming, restPermits);
  const rules = {
    bytesMax: config.restAnswerBytesMax,
    serviceId: incoming.caller?.serviceId ?? NO_SERVICE,
    beforeLarge: permit.acquire,
  };
  const written = await toRestReply(reply, rules).finally(permit.release);
  if (written.status === 413 && reply.status !== 413) incoming.record.noteOutcome('limit_exceeded');
  if (written.status === 429 && reply.status !== 429)
    incoming.record.noteOutcome('too_many_requests');
  return written;
}
