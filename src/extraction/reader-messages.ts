import type { Extracted } from '../domain/extraction/extracted.ts';

/** What a process that reads answers; it ends where it cannot say. */
export type FromReader =
  | { kind: 'read'; extracted: Extracted; pageCount: number }
  | { kind: 'unreadable' };

/** Whether a message is such an answer: the program at the other end is our own. */
export function isFromReader(message: unknown): message is FromReader {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  return message.kind === 'read' || message.kind === 'unreadable';
}
