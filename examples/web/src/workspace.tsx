import { useState } from 'react';
import { BusinessList } from './business-list.tsx';
import { BusinessPage } from './business-page.tsx';
import { EventFeed } from './event-feed.tsx';
import { Overview } from './overview.tsx';
import type { Session } from './session.ts';
import { useEvents } from './use-events.ts';

type Props = { session: Session; onSignOut: () => void; onRefused: () => void };

/** Businesses on the left, the chosen one in the middle, what happens on the right. */
export function Workspace({ session, onSignOut, onRefused }: Props) {
  const [businessId, setBusinessId] = useState<string>();
  const { events, isLive } = useEvents(session, onRefused);
  // Whoever shows data asks again when something has happened, or may have.
  const revision = `${isLive} ${events[0]?.id}`;

  return (
    <div className="workspace">
      <header>
        <h1>Participants</h1>
        <span className="muted">{session.service}</span>
        <button className="quiet" onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <BusinessList revision={revision} selected={businessId} onSelect={setBusinessId} />
      <main>
        {businessId === undefined ? (
          <Overview revision={revision} />
        ) : (
          <BusinessPage key={businessId} id={businessId} revision={revision} />
        )}
      </main>
      <EventFeed events={events} isLive={isLive} />
    </div>
  );
}
