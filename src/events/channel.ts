import type { BusinessEvent } from '../domain/events/business-event.ts';

/** Recent events of one service in memory, shared by all its subscribers. */
export type EventChannel = {
  /** Position of the newest event that was read. */
  readonly head: number;
  /** Returns the events after a position. Undefined when some of them are no longer in memory. */
  after: (position: number) => readonly BusinessEvent[] | undefined;
  /** Appends events in order, ignores those up to `head`, and notifies the listeners. */
  append: (events: readonly BusinessEvent[]) => void;
  /** Listeners, called when events were appended. */
  readonly listeners: Set<() => void>;
};

/** Maximum number of events in memory. */
const RECENT_MAX = 256;

export function createEventChannel(start: number): EventChannel {
  const listeners = new Set<() => void>();
  let head = start;
  /** Consecutive events, the last of which is at `head`. */
  let recent: BusinessEvent[] = [];
  return {
    get head() {
      return head;
    },
    listeners,
    after: (position) => {
      const missing = head - position;
      if (missing > recent.length) return undefined;
      return missing <= 0 ? [] : recent.slice(-missing);
    },
    append: (events) => {
      const newEvents = events.filter((event) => event.position > head);
      const [firstEvent] = newEvents;
      const lastEvent = newEvents.at(-1);
      if (firstEvent === undefined || lastEvent === undefined) return;
      const consecutive = firstEvent.position === head + 1 ? recent : [];
      recent = [...consecutive, ...newEvents].slice(-RECENT_MAX);
      head = lastEvent.position;
      for (const listener of listeners) listener();
    },
  };
}
