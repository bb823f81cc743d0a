import type { Config } from '../../config/config.ts';
import type { LongReply } from '../../http/reply.ts';
import type { FairTurns } from '../../scheduling/fair-semaphore.ts';
import type { Exchange } from './open-request.ts';
import { toRestReply } from './rest-reply.ts';
import { openRestTurn } from './rest-turns.ts';
import { NOBODY } from './send-reply.ts';

/** The answer as it is sent, which may be the refusal of a large one. */
export async function writeRest(
  config: Pick<Config, 'restAnswerBytesMax'>,
  exchange: Exchange,
  { reply, restTurns }: { reply: Parameters<typeof toRestReply>[0]; restTurns: FairTurns },
): Promise<LongReply> {
  const turn = openRestTurn(exchange, restTurns);
  const rules = {
    bytesMax: config.restAnswerBytesMax,
    serviceId: exchange.caller?.serviceId ?? NOBODY,
    beforeLarge: turn.take,
  };
  const whole = await toRestReply(reply, rules).finally(turn.release);
  if (whole.status === 413 && reply.status !== 413) exchange.record.note('limit_exceeded');
  if (whole.status === 429 && reply.status !== 429) exchange.record.note('too_many_requests');
  return whole;
}
