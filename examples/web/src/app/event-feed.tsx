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
function describe(event: BusinessEvent, words: Words): string {
  const { events, formats } = words;
  switch (event.__typename) {
    case 'BusinessUpsertedEvent':
      return describeUpsert(event, events);
    case 'MatchesFoundEvent':
      return events.matchesFound(nameParticipants(event, events));
    case 'MatchesResolvedEvent':
      return events.matchesResolved(nameOf(event.participant, events));
    case 'DocumentAvailableEvent':
      return events.documentAvailable(nameDocument(event.document, words));
    case 'DocumentExtractedEvent':
      return events.documentExtracted;
    case 'ReportFinalizedEvent':
      return describeReport(event.report, events);
    case 'AnswersImportedEvent':
      return events.answersImported(formats.list(event.templates));
    case 'BusinessCompletedEvent':
      return events.businessCompleted(event.receipt.deletedParticipantCount);
    default:
      return events.unknown;
  }
}

type EventWords = Words['events'];
type Named = { name: string | null } | null;

/** Returns the name of a subject, which may have been deleted since. */
function nameOf(subject: Named, words: EventWords): string {
  return subject?.name ?? words.deletedSubject;
}

function describeUpsert(
  { created, business }: { created: boolean; business: Named },
  words: EventWords,
): string {
  const name = nameOf(business, words);
  return created ? words.businessCreated(name) : words.businessUpdated(name);
}

function nameParticipants(
  {
    participants,
    participantsCount,
  }: { participants: readonly Named[]; participantsCount: number },
  words: EventWords,
): string {
  const name = nameOf(participants[0] ?? null, words);
  return participantsCount === 1 ? name : words.andOthers(name, participantsCount - 1);
}

function nameDocument(document: { name: string } | null, { codes, events }: Words): string {
  if (document === null) return events.deletedSubject;
  return describeCode(codes.documentTypes, document.name);
}

function describeReport(report: { databaseId: number } | null, words: EventWords): string {
  if (report === null) return words.deletedReportFinalized;
  return words.reportFinalized(report.databaseId);
}
