import {
  type BusinessEvent,
  type Checkpoint,
  type EventPosition,
  encodeEventId,
} from '../domain/events/business-event.ts';
import type { EventChannel } from './channel.ts';

export type CursorParts = {
  channel: EventChannel;
  /** Position after which the cursor starts. */
  start: EventPosition;
  matches: (event: BusinessEvent) => boolean;
  /** Reads events that are no longer in the channel. Throws AppError `invalid_input` when they are deleted. */
  readAfter: (position: number) => Promise<readonly BusinessEvent[]>;
};

/** Position of one subscriber. */
export type EventCursor = {
  /** Returns the next matching event. Undefined when there is none yet. */
  next: () => Promise<BusinessEvent | undefined>;
  /** Returns the position up to which every event was delivered or did not match. */
  checkpoint: () => Checkpoint;
};

export function createEventCursor({
  channel,
  start,
  matches,
  readAfter,
}: CursorParts): EventCursor {
  const { streamKey } = start;
  let { position } = start;
  let batch: readonly BusinessEvent[] = [];
  let nextIndex = 0;

  function takeMatch(): BusinessEvent | undefined {
    for (let event = batch[nextIndex]; event !== undefined; event = batch[nextIndex]) {
      nextIndex += 1;
      ({ position } = event);
      if (matches(event)) return event;
    }
    return undefined;
  }

  return {
    next: async () => {
      for (;;) {
        const event = takeMatch();
        if (event !== undefined) return event;
        batch = channel.after(position) ?? (await readAfter(position));
        nextIndex = 0;
        if (batch.length === 0) return undefined;
      }
    },
    checkpoint: () => ({ type: 'checkpoint', id: encodeEventId({ streamKey, position }) }),
  };
}
