import { useEffect, useState } from 'react';
import type { Session } from '../session/session.ts';
import { type BusinessEvent, followEvents } from './events.ts';

/** How many events are kept to be shown. */
const SHOWN_MAX = 50;

export type Feed = { events: BusinessEvent[]; isLive: boolean };

/** The events since the page was opened, newest first. */
export function useEvents(session: Session, onRefused: () => void): Feed {
  const [events, setEvents] = useState<BusinessEvent[]>([]);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    void followEvents({
      session,
      signal: stop.signal,
      onEvent: (event) => setEvents((known) => [event, ...known].slice(0, SHOWN_MAX)),
      onLive: setLive,
      onRefused,
    });
    return () => stop.abort();
  }, [session, onRefused]);
  return { events, isLive };
}
