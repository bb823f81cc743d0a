import {
  LONG_BODY_BYTES,
  longestBodyOf,
  readBodyInTurn,
  readChunks,
} from '../http/request-body.ts';
import type { ByteRoom } from '../pacing/byte-room.ts';
import type { RestContent } from '../rest-compat/route.ts';
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
  if (bytes > LONG_BODY_BYTES) arrival.body = bodyRoom(serviceId);
  const tell = await arrival.body?.reserve(bytes);
  const body = await readBodyInTurn(request, { bytesMax, serviceId });
  tell?.(body.byteLength);
  return body;
}

/** The body of a request to v4, of which nothing is read before it is asked for. */
export function contentOf(arrival: Arrival, rooms: { bodyRoom: ByteRoom }): RestContent {
  const { request } = arrival;
  return {
    type: request.headers['content-type'] ?? '',
    read: async (bytesMax) => await readInTurn(arrival, rooms, bytesMax),
    bytes: () => readChunks(request, serviceOf(arrival)),
  };
}

function serviceOf({ caller }: Arrival): number {
  return caller?.serviceId ?? NOBODY;
}
