import { useEffect, useState } from 'react';
import type { Session } from '../session/session.ts';
import { type BusinessEvent, followEvents } from './events.ts';

/** Number of events shown. */
const SHOWN_MAX = 50;

export type Feed = { events: BusinessEvent[]; isLive: boolean };

/** Returns the events since the page was opened, newest first. */
export function useEvents(session: Session, onRefused: () => void): Feed {
  const [events, setEvents] = useState<BusinessEvent[]>([]);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    void followEvents({
      session,
      signal: controller.signal,
      onEvent: (event) => setEvents((shown) => [event, ...shown].slice(0, SHOWN_MAX)),
      onLive: setLive,
      onRefused,
    });
    return () => controller.abort();
  }, [session, onRefused]);
  return { events, isLive };
}
