import type { Extracted } from '../../domain/extraction/extracted.ts';
import type { ReadingProgress } from '../../domain/extraction/extraction.ts';

/**
 * Message of a reader process: progress, then the result or `unreadable`. After any other error, the process exits
 * without a message.
 */
export type ReaderMessage =
  | ({ kind: 'progress' } & ReadingProgress)
  | ({ kind: 'read'; extracted: Extracted } & ReadingProgress)
  | { kind: 'unreadable' };

/** Checks the kind of a message only, because the sender is our own program. */
export function isReaderMessage(message: unknown): message is ReaderMessage {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  const { kind } = message;
  return kind === 'read' || kind === 'unreadable' || kind === 'progress';
}
