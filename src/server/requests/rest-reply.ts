import { AppError } from '../../errors.ts';
import { JSON_TYPE, type LongReply } from '../../http/reply.ts';
import { hasLongList, type JsonRules, writeJson, writeLongJson } from '../../http/write-json.ts';
import { toRefusalReply } from '../http-server/refusals.ts';

type RestReply = { status: number; headers?: Record<string, string>; body: object };

/** Serializes a v4 response. Returns status 413 when it is too large, and 429 when it gets no permit in time. */
export async function toRestReply(reply: RestReply, rules: JsonRules): Promise<LongReply> {
  const { status, headers } = reply;
  try {
    const isLong = hasLongList(reply.body);
    const body = isLong ? await writeLongJson(reply.body, rules) : writeJson(reply.body, rules);
    return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toRefusalReply(
      error.code === 'too_many_requests' ? 'tooManyRequests' : 'payloadTooLarge',
    );
  }
}
