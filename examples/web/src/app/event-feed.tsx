import { formatCount } from '../shared/format.ts';
import type { BusinessEvent } from './events.ts';
import type { Feed } from './use-events.ts';

export function EventFeed({ events, isLive }: Feed) {
  return (
    <aside className="feed" aria-label="Events">
      <h2>
        Events{' '}
        <span className={isLive ? 'tag good' : 'tag warn'}>{isLive ? 'live' : 'offline'}</span>
      </h2>
      {events.length === 0 && <p className="muted">No events yet.</p>}
      <ol>
        {events.map((event) => (
          <li key={event.id}>
            <span>{describe(event)}</span>
            <time className="muted" dateTime={event.occurredAt}>
              {new Date(event.occurredAt).toLocaleTimeString()}
            </time>
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** Has a default, because the graph may get further types of events. */
function describe(event: BusinessEvent): string {
  switch (event.__typename) {
    case 'BusinessUpsertedEvent':
      return `${nameOf(event.business)} was ${madeOf(event)}`;
    case 'MatchesFoundEvent':
      return `Matches of ${namesOf(event)} were found`;
    case 'MatchesResolvedEvent':
      return `Matches of ${nameOf(event.participant)} were resolved`;
    case 'DocumentAvailableEvent':
      return `${nameOf(event.document)} is available`;
    case 'DocumentExtractedEvent':
      return 'A document was extracted';
    case 'ReportFinalizedEvent':
      return `${reportName(event.report)} was finalized`;
    case 'AnswersImportedEvent':
      return `Answers to ${event.templates.join(', ')} were imported`;
    case 'BusinessCompletedEvent':
      return `A completion deleted ${formatCount(event.receipt.deletedParticipantCount, 'participant')}`;
    default:
      return 'Unknown event';
  }
}

function madeOf({ created }: { created: boolean }): string {
  return created ? 'created' : 'updated';
}

function reportName(report: { databaseId: number } | null): string {
  return report === null ? 'A report' : `Report ${report.databaseId}`;
}

function namesOf(event: {
  participants: readonly { name: string | null }[];
  participantsCount: number;
}): string {
  const [first = null] = event.participants;
  if (event.participantsCount === 1) return nameOf(first);
  return `${nameOf(first)} and ${formatCount(event.participantsCount - 1, 'other')}`;
}

/** What an event is about may have been deleted since. */
function nameOf(subject: { name: string | null } | null): string {
  return subject?.name ?? 'something';
}
