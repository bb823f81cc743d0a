import {
  declaredBodyBytes,
  LONG_BODY_BYTES,
  readBodyInSlices,
  readChunks,
} from '../../http/request-body.ts';
import type { MemoryBudget } from '../../scheduling/memory-budget.ts';
import type { IncomingRequest } from './open-context.ts';
import { NO_SERVICE } from './send-reply.ts';

/** Reads a body: a long one once there is room for it, which it holds until its request is answered. */
export async function readWholeBody(
  arrival: IncomingRequest,
  { bodyBudget }: { bodyBudget: MemoryBudget },
  bytesMax: number,
): Promise<Buffer<ArrayBuffer>> {
  const { request } = arrival;
  const serviceId = serviceOf(arrival);
  const bytes = Math.min(bytesMax, declaredBodyBytes(request));
  if (bytes > LONG_BODY_BYTES) arrival.body = bodyBudget(serviceId, arrival.waitDeadline);
  const tell = await arrival.body?.reserve(bytes);
  const body = await readBodyInSlices(request, { bytesMax, serviceId });
  tell?.(body.byteLength);
  return body;
}

/** A body as it comes in, of which nothing is read before it is asked for. */
type Content = {
  type: string;
  read: (bytesMax: number) => Promise<Uint8Array>;
  bytes: () => AsyncIterable<Uint8Array>;
};

export function contentOf(arrival: IncomingRequest, rooms: { bodyBudget: MemoryBudget }): Content {
  const { request } = arrival;
  return {
    type: request.headers['content-type'] ?? '',
    read: async (bytesMax) => await readWholeBody(arrival, rooms, bytesMax),
    bytes: () => readChunks(request, serviceOf(arrival)),
  };
}

/** Whose the request is: nobody's while it is not known who calls. */
export function serviceOf({ caller }: IncomingRequest): number {
  return caller?.serviceId ?? NO_SERVICE;
}
