import { AppError } from '../../errors.ts';
import type { ChunkedBody } from '../../http/backpressure/chunked-body.ts';
import { writeJson, writeLongJson } from '../../http/write-json.ts';
import type { Pace } from '../execution/pace.ts';
import { Refusal } from '../execution/refusals.ts';
import type { GraphqlReply } from './graphql-reply.ts';

type Head = Pick<GraphqlReply, 'status' | 'headers'>;

/** Returns the result of an execution as JSON, or the rejection when it is too large. */
export async function writeReply(head: Head, result: object, pace: Pace): Promise<GraphqlReply> {
  const body = await writeResult(result, pace);
  return body instanceof Refusal ? replyRefused(body, head.headers) : { ...head, body };
}

/** From here on a result is written in parts, which takes twice the time; what is shorter takes two milliseconds at once. */
const LONG_BYTES = 512 * 1024;

/** The JSON of a result, or the refusal of one that is too large. */
export async function writeResult(
  result: object,
  pace: Pace,
): Promise<string | ChunkedBody | Refusal> {
  try {
    await pace.beginWriting();
    if (pace.bytes < LONG_BYTES) return writeJson(result, pace);
    const { bytesMax, serviceId } = pace;
    return await writeLongJson(result, { bytesMax, serviceId, hasGone: () => pace.hasGone() });
  } catch (error) {
    if (pace.refusal !== undefined) return pace.refusal;
    if (!(error instanceof AppError)) throw error;
    return pace.tellTooLarge();
  }
}

/** Returns the response of Yoga for a rejection. `headers` determine its media type. */
export function replyRefused(refusal: Refusal, headers: Record<string, string>): GraphqlReply {
  const { http } = refusal;
  const isPlain = headers['content-type']?.startsWith('application/json') === true;
  return {
    status: http.spec === true && isPlain ? 200 : http.status,
    headers,
    body: JSON.stringify(tellRefused(refusal)),
  };
}

/** Returns the GraphQL result of a rejection. */
export function tellRefused({ message, extensions }: Refusal): object {
  const { http: _http, ...rest } = extensions;
  return { errors: [{ message, extensions: rest }] };
}
