import {
  declaredBodyBytes,
  LONG_BODY_BYTES,
  readBodyInSlices,
  readChunks,
} from '../../http/request-body.ts';
import type { MemoryBudget } from '../../scheduling/memory-budget.ts';
import type { IncomingRequest } from './open-context.ts';
import { NO_SERVICE } from './send-reply.ts';

/** Reads a whole body. A long one first reserves memory, which it holds until the response is complete. */
export async function readWholeBody(
  incoming: IncomingRequest,
  { bodyBudget }: { bodyBudget: MemoryBudget },
  bytesMax: number,
): Promise<Buffer<ArrayBuffer>> {
  const { request } = incoming;
  const serviceId = serviceOf(incoming);
  const bytes = Math.min(bytesMax, declaredBodyBytes(request));
  if (bytes > LONG_BODY_BYTES) incoming.body = bodyBudget(serviceId, incoming.waitDeadline);
  const setActual = await incoming.body?.reserve(bytes);
  const body = await readBodyInSlices(request, { bytesMax, serviceId });
  setActual?.(body.byteLength);
  return body;
}

/** Body of a request, which is read lazily. */
type Content = {
  type: string;
  read: (bytesMax: number) => Promise<Uint8Array>;
  bytes: () => AsyncIterable<Uint8Array>;
};

/** Returns the body of a request. */
export function toContent(
  incoming: IncomingRequest,
  budgets: { bodyBudget: MemoryBudget },
): Content {
  const { request } = incoming;
  return {
    type: request.headers['content-type'] ?? '',
    read: async (bytesMax) => await readWholeBody(incoming, budgets, bytesMax),
    bytes: () => readChunks(request, serviceOf(incoming)),
  };
}

/** Returns the service of the caller, or NO_SERVICE while the caller is not known. */
export function serviceOf({ caller }: IncomingRequest): number {
  return caller?.serviceId ?? NO_SERVICE;
}
