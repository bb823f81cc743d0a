import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode } from '../shared/format.ts';
import type { BusinessEvent } from './events.ts';
import type { Feed } from './use-events.ts';

export function EventFeed({ events, isLive }: Feed) {
  const words = useWords();
  const { title, live, offline, empty } = words.events;
  return (
    <aside className="feed" aria-label={title}>
      <h2>
        {title} <span className={isLive ? 'tag good' : 'tag warn'}>{isLive ? live : offline}</span>
      </h2>
      {events.length === 0 && <p className="muted">{empty}</p>}
      <ol>
        {events.map((event) => (
          <li key={event.id}>
            <span>{describe(event, words)}</span>
            <time className="muted" dateTime={event.occurredAt}>
              {words.formats.clock(event.occurredAt)}
            </time>
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** Has a default, because the graph may get further types of events. */
function describe(event: BusinessEvent, { events: words, codes, formats }: Words): string {
  const nameOf = (subject: { name: string | null } | null): string =>
    subject?.name ?? words.deletedSubject;
  switch (event.__typename) {
    case 'BusinessUpsertedEvent': {
      const name = nameOf(event.business);
      return event.created ? words.businessCreated(name) : words.businessUpdated(name);
    }
    case 'MatchesFoundEvent': {
      const [first = null] = event.participants;
      const others = event.participantsCount - 1;
      return words.matchesFound(
        others === 0 ? nameOf(first) : words.andOthers(nameOf(first), others),
      );
    }
    case 'MatchesResolvedEvent':
      return words.matchesResolved(nameOf(event.participant));
    case 'DocumentAvailableEvent': {
      const { document } = event;
      return words.documentAvailable(
        document === null ? words.deletedSubject : describeCode(codes.documentTypes, document.name),
      );
    }
    case 'DocumentExtractedEvent':
      return words.documentExtracted;
    case 'ReportFinalizedEvent':
      return event.report === null
        ? words.deletedReportFinalized
        : words.reportFinalized(event.report.databaseId);
    case 'AnswersImportedEvent':
      return words.answersImported(formats.list(event.templates));
    case 'BusinessCompletedEvent':
      return words.businessCompleted(event.receipt.deletedParticipantCount);
    default:
      return words.unknown;
  }
}
