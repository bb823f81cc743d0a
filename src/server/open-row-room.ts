import { getHeapStatistics } from 'node:v8';
import { createRowRoom, type RowRoom } from '../db/statements/row-room.ts';

/** Large rows that one service may hold: three lists of the longest roles. */
const BYTES_PER_SERVICE_MAX = 24 * 1024 * 1024;
/** What all may hold, of the heap: while they are read, and while they are told, they are there several times. */
const HEAP_SHARE = 1 / 8;

/** Room for the large rows of this process. */
export function openRowRoom(waitMs: number): RowRoom {
  const bytesMax = getHeapStatistics().heap_size_limit * HEAP_SHARE;
  return createRowRoom({
    bytesPerServiceMax: BYTES_PER_SERVICE_MAX,
    bytesMax: Math.max(bytesMax, BYTES_PER_SERVICE_MAX),
    waitMs,
  });
}
