import type { BusinessEvent } from '../domain/events/business-event.ts';

/** The newest events of one service, held once for all who listen to it. */
export type EventChannel = {
  /** The position of the newest event that was read. */
  readonly head: number;
  /** The events after a position; undefined where they are no longer all held. */
  after: (position: number) => readonly BusinessEvent[] | undefined;
  /** Appends the events after `head`, in order, and notifies the listeners. */
  append: (events: readonly BusinessEvent[]) => void;
  /** Called whenever there is news. */
  readonly listeners: Set<() => void>;
};

const EVENTS_HELD_MAX = 256;

export function createEventChannel(start: number): EventChannel {
  const listeners = new Set<() => void>();
  let head = start;
  /** Consecutive, and the last of them is at `head`. */
  let held: BusinessEvent[] = [];
  return {
    get head() {
      return head;
    },
    listeners,
    after: (position) => {
      const missing = head - position;
      if (missing > held.length) return undefined;
      return missing <= 0 ? [] : held.slice(-missing);
    },
    append: (events) => {
      const news = events.filter((one) => one.position > head);
      const [first] = news;
      const last = news.at(-1);
      if (first === undefined || last === undefined) return;
      const earlier = first.position === head + 1 ? held : [];
      held = [...earlier, ...news].slice(-EVENTS_HELD_MAX);
      head = last.position;
      for (const listener of listeners) listener();
    },
  };
}
