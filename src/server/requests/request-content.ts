import {
  LONG_BODY_BYTES,
  longestBodyOf,
  readBodyInTurn,
  readChunks,
} from '../../http/request-body.ts';
import type { ByteRoom } from '../../scheduling/memory-budget.ts';
import type { Arrival } from './open-context.ts';
import { NOBODY } from './send-reply.ts';

/** Reads a body: a long one once there is room for it, which it holds until its request is answered. */
export async function readInTurn(
  arrival: Arrival,
  { bodyRoom }: { bodyRoom: ByteRoom },
  bytesMax: number,
): Promise<Buffer<ArrayBuffer>> {
  const { request } = arrival;
  const serviceId = serviceOf(arrival);
  const bytes = Math.min(bytesMax, longestBodyOf(request));
  if (bytes > LONG_BODY_BYTES) arrival.body = bodyRoom(serviceId, arrival.waits);
  const tell = await arrival.body?.reserve(bytes);
  const body = await readBodyInTurn(request, { bytesMax, serviceId });
  tell?.(body.byteLength);
  return body;
}

/** Request body, of which nothing is read before it is requested. */
type Content = {
  type: string;
  read: (bytesMax: number) => Promise<Uint8Array>;
  bytes: () => AsyncIterable<Uint8Array>;
};

export function contentOf(arrival: Arrival, rooms: { bodyRoom: ByteRoom }): Content {
  const { request } = arrival;
  return {
    type: request.headers['content-type'] ?? '',
    read: async (bytesMax) => await readInTurn(arrival, rooms, bytesMax),
    bytes: () => readChunks(request, serviceOf(arrival)),
  };
}

/** Returns the service of a request, or a placeholder before the caller is authenticated. */
export function serviceOf({ caller }: Arrival): number {
  return caller?.serviceId ?? NOBODY;
}
