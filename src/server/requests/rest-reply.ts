import { AppError } from '../../errors.ts';
import { JSON_TYPE, type LongReply } from '../../http/reply.ts';
import { hasLongList, type JsonRules, writeJson, writeLongJson } from '../../http/write-json.ts';
import { refusalReply } from '../http-server/refusals.ts';

type RestReply = { status: number; headers?: Record<string, string>; body: object };

/**
 * An answer of v4 as it is sent. What is too large to be sent is refused as what is too large to be read, and what finds
 * no turn with 429.
 */
export async function toRestReply(reply: RestReply, rules: JsonRules): Promise<LongReply> {
  const { status, headers } = reply;
  try {
    const isLong = hasLongList(reply.body);
    const body = isLong ? await writeLongJson(reply.body, rules) : writeJson(reply.body, rules);
    return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusalReply(error.code === 'too_many_requests' ? 'tooManyRequests' : 'payloadTooLarge');
  }
}
