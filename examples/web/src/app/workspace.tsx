import { type ReactNode, useState } from 'react';
import { BusinessList } from '../businesses/business-list.tsx';
import { BusinessPage } from '../businesses/business-page.tsx';
import { DeskList } from '../desk/desk-list.tsx';
import { DeskOverview } from '../desk/desk-overview.tsx';
import { DeskPage } from '../desk/desk-page.tsx';
import { LanguageSwitch } from '../i18n/language-switch.tsx';
import { useWords } from '../i18n/use-words.tsx';
import type { Session } from '../session/session.ts';
import { EventFeed } from './event-feed.tsx';
import { Overview } from './overview.tsx';
import { useEvents } from './use-events.ts';

type Props = { session: Session; onSignOut: () => void; onRefused: () => void };

const VIEWS = { businesses: Businesses, desk: Desk };
const VIEW_KEYS = ['businesses', 'desk'] as const;

/** Lists on the left, the selected item in the middle, events on the right. */
export function Workspace({ session, onSignOut, onRefused }: Props) {
  const { app } = useWords();
  const [key, setKey] = useState<keyof typeof VIEWS>('businesses');
  const { events, isLive } = useEvents(session, onRefused);
  // Views query again after every event, and after every reconnection, which may have missed some.
  const revision = `${isLive} ${events[0]?.id}`;
  const View = VIEWS[key];

  return (
    <div className="workspace">
      <header>
        <h1>{app.title}</h1>
        <span className="muted">{session.service}</span>
        <nav aria-label={app.views}>
          {VIEW_KEYS.map((view) => (
            <button
              key={view}
              className="quiet"
              aria-current={view === key ? 'page' : undefined}
              onClick={() => setKey(view)}
            >
              {app[view]}
            </button>
          ))}
        </nav>
        <LanguageSwitch />
        <button className="quiet" onClick={onSignOut}>
          {app.signOut}
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
