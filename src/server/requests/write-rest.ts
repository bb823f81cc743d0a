import type { Config } from '../../config/config.ts';
import type { LongReply } from '../../http/reply.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import type { OpenRequest } from './open-request.ts';
import { createRestPermit } from './rest-permit.ts';
import { toRestReply } from './rest-reply.ts';
import { NO_SERVICE } from './send-reply.ts';

/** Serializes a v4 response while it holds the permit of large responses; the result may be a refusal. */
export async function writeRest(
  config: Pick<Config, 'restAnswerBytesMax'>,
  exchange: OpenRequest,
  { reply, restTurns }: { reply: Parameters<typeof toRestReply>[0]; restTurns: FairSemaphore },
): Promise<LongReply> {
  const turn = createRestPermit(exchange, restTurns);
  const rules = {
    bytesMax: config.restAnswerBytesMax,
    serviceId: exchange.caller?.serviceId ?? NO_SERVICE,
    beforeLarge: turn.take,
  };
  const whole = await toRestReply(reply, rules).finally(turn.release);
  if (whole.status === 413 && reply.status !== 413) exchange.record.noteOutcome('limit_exceeded');
  if (whole.status === 429 && reply.status !== 429)
    exchange.record.noteOutcome('too_many_requests');
  return whole;
}
