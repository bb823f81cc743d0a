import type { Extracted } from '../../domain/extraction/extracted.ts';
import type { ReadingProgress } from '../../domain/extraction/extraction.ts';

/** What a process that reads says: how far it is, and last what it read; it ends where it cannot say. */
export type FromReader =
  | ({ kind: 'progress' } & ReadingProgress)
  | ({ kind: 'read'; extracted: Extracted } & ReadingProgress)
  | { kind: 'unreadable' };

/** Whether a message is one of these: the program at the other end is our own. */
export function isFromReader(message: unknown): message is FromReader {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  const { kind } = message;
  return kind === 'read' || kind === 'unreadable' || kind === 'progress';
}
