import {
  getDeclaredBodyBytes,
  isEncoded,
  LONG_BODY_BYTES,
  readBody,
  readChunks,
} from '../../http/request-body.ts';
import type { MemoryBudget } from '../../scheduling/memory-budget.ts';
import type { IncomingRequest } from './open-context.ts';
import { NO_SERVICE } from './send-reply.ts';

/**
 * Reads a whole body. Before it reads a long body, it reserves memory until the response is complete. Throws AppError
 * `limit_exceeded` above `bytesMax`, `too_many_requests` when no memory becomes available in time, and `invalid_input`
 * when the client disconnects.
 */
export async function readWholeBody(
  incoming: IncomingRequest,
  { bodyBudget }: { bodyBudget: MemoryBudget },
  bytesMax: number,
): Promise<Buffer<ArrayBuffer>> {
  const { request } = incoming;
  const serviceId = getServiceId(incoming);
  const bytes = Math.min(bytesMax, getDeclaredBodyBytes(request));
  if (bytes > LONG_BODY_BYTES)
    incoming.bodyReservation = bodyBudget(serviceId, incoming.waitDeadline);
  const setActual = await incoming.bodyReservation?.reserve(bytes);
  const body = await readBody(request, { bytesMax, serviceId });
  setActual?.(body.byteLength);
  return body;
}

/** Content type and body of a request; `read` and `bytes` start to read the body. */
type Content = {
  type: string;
  isEncoded: boolean;
  read: (bytesMax: number) => Promise<Uint8Array>;
  bytes: () => AsyncIterable<Uint8Array>;
};

/** Returns the lazily read body of a request. */
export function toContent(
  incoming: IncomingRequest,
  memory: { bodyBudget: MemoryBudget },
): Content {
  const { request } = incoming;
  return {
    type: request.headers['content-type'] ?? '',
    isEncoded: isEncoded(request.headers),
    read: async (bytesMax) => await readWholeBody(incoming, memory, bytesMax),
    bytes: () => readChunks(request, getServiceId(incoming)),
  };
}

/** Returns the service of the caller, or NO_SERVICE while the caller is not known. */
export function getServiceId({ caller }: IncomingRequest): number {
  return caller?.serviceId ?? NO_SERVICE;
}
