import { AppError } from '../../errors.ts';
import type { ChunkedBody } from '../../http/backpressure/chunked-body.ts';
import { writeJson, writeLongJson } from '../../http/write-json.ts';
import type { Pace } from '../execution/pace.ts';
import { Refusal } from '../execution/refusals.ts';
import type { GraphqlReply } from './graphql-reply.ts';

type Head = Pick<GraphqlReply, 'status' | 'headers'>;

/** Returns the response with the result as JSON, or with the refusal when the result is too large. */
export async function writeReply(head: Head, result: object, pace: Pace): Promise<GraphqlReply> {
  const body = await writeResult(result, pace);
  return body instanceof Refusal ? createRefusalReply(body, head.headers) : { ...head, body };
}

/**
 * Size from which a result is written in parts, with pauses. Writing in parts takes twice the time; a smaller result
 * takes up to 2 ms.
 */
const LONG_BYTES = 512 * 1024;

/** Returns the JSON of a result, or the refusal when it is too large. */
export async function writeResult(
  result: object,
  pace: Pace,
): Promise<string | ChunkedBody | Refusal> {
  try {
    await pace.beginWriting();
    if (pace.bytes < LONG_BYTES) return writeJson(result, pace);
    const { bytesMax, serviceId } = pace;
    return await writeLongJson(result, {
      bytesMax,
      serviceId,
      isDisconnected: () => pace.isClientDisconnected(),
    });
  } catch (error) {
    if (pace.refusal !== undefined) return pace.refusal;
    if (!(error instanceof AppError)) throw error;
    return pace.createTooLargeRefusal();
  }
}

/** Returns the response that Yoga would send for a refusal. `headers` contain its media type. */
export function createRefusalReply(
  refusal: Refusal,
  headers: Record<string, string>,
): GraphqlReply {
  const { http } = refusal;
  const isPlain = headers['content-type']?.startsWith('application/json') === true;
  return {
    status: http.spec === true && isPlain ? 200 : http.status,
    headers,
    body: JSON.stringify(toRefusalResult(refusal)),
  };
}

/** Returns the GraphQL result of a refusal. */
export function toRefusalResult({ message, extensions }: Refusal): object {
  const { http: _http, ...rest } = extensions;
  return { errors: [{ message, extensions: rest }] };
}
