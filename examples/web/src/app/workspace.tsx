import { type ReactNode, useState } from 'react';
import { BusinessList } from '../businesses/business-list.tsx';
import { BusinessPage } from '../businesses/business-page.tsx';
import { DeskList } from '../desk/desk-list.tsx';
import { DeskOverview } from '../desk/desk-overview.tsx';
import { DeskPage } from '../desk/desk-page.tsx';
import type { Session } from '../session/session.ts';
import { EventFeed } from './event-feed.tsx';
import { Overview } from './overview.tsx';
import { useEvents } from './use-events.ts';

type Props = { session: Session; onSignOut: () => void; onRefused: () => void };

const VIEWS = [
  { view: Businesses, label: 'Businesses' },
  { view: Desk, label: 'Compliance desk' },
];

/** What there is on the left, what is chosen of it in the middle, what happens on the right. */
export function Workspace({ session, onSignOut, onRefused }: Props) {
  const [index, setIndex] = useState(0);
  const { events, isLive } = useEvents(session, onRefused);
  // Whoever shows data asks again when something has happened, or may have.
  const revision = `${isLive} ${events[0]?.id}`;
  const View = VIEWS[index]?.view ?? Businesses;

  return (
    <div className="workspace">
      <header>
        <h1>Participants</h1>
        <span className="muted">{session.service}</span>
        <nav aria-label="Views">
          {VIEWS.map(({ label }, position) => (
            <button
              key={label}
              className="quiet"
              aria-current={position === index ? 'page' : undefined}
              onClick={() => setIndex(position)}
            >
              {label}
            </button>
          ))}
        </nav>
        <button className="quiet" onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <View revision={revision} />
      <EventFeed events={events} isLive={isLive} />
    </div>
  );
}

function Businesses({ revision }: { revision: string }): ReactNode {
  const [id, setId] = useState<string>();
  return (
    <>
      <BusinessList revision={revision} selected={id} onSelect={setId} />
      <main>
        {id === undefined ? (
          <Overview revision={revision} />
        ) : (
          <BusinessPage key={id} id={id} revision={revision} />
        )}
      </main>
    </>
  );
}

function Desk({ revision }: { revision: string }): ReactNode {
  const [id, setId] = useState<string>();
  const close = () => setId(undefined);
  return (
    <>
      <DeskList revision={revision} selected={id} onSelect={setId} />
      <main>
        {id === undefined ? (
          <DeskOverview revision={revision} />
        ) : (
          <DeskPage key={id} id={id} revision={revision} onClose={close} />
        )}
      </main>
    </>
  );
}
