import {
  type BusinessEvent,
  type Checkpoint,
  type EventPosition,
  encodeEventId,
} from '../domain/events/business-event.ts';
import type { EventChannel } from './channel.ts';

export type CursorParts = {
  channel: EventChannel;
  /** After which it begins. */
  place: EventPosition;
  matches: (event: BusinessEvent) => boolean;
  /** Reads the events after a position that is no longer in the channel. Throws AppError when they are deleted. */
  readAfter: (position: number) => Promise<readonly BusinessEvent[]>;
};

/** Position of one subscriber. */
export type EventCursor = {
  /** The next event that matches; undefined where there is none yet. */
  next: () => Promise<BusinessEvent | undefined>;
  /** The place up to which it has seen, or passed over, every event. */
  checkpoint: () => Checkpoint;
};

export function createEventCursor({
  channel,
  place,
  matches,
  readAfter,
}: CursorParts): EventCursor {
  const { streamKey } = place;
  let { position } = place;
  let batch: readonly BusinessEvent[] = [];
  let taken = 0;

  function take(): BusinessEvent | undefined {
    for (let event = batch[taken]; event !== undefined; event = batch[taken]) {
      taken += 1;
      ({ position } = event);
      if (matches(event)) return event;
    }
    return undefined;
  }

  return {
    next: async () => {
      for (;;) {
        const event = take();
        if (event !== undefined) return event;
        batch = channel.after(position) ?? (await readAfter(position));
        taken = 0;
        if (batch.length === 0) return undefined;
      }
    },
    checkpoint: () => ({ type: 'checkpoint', id: encodeEventId({ streamKey, position }) }),
  };
}
