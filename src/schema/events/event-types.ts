import type { BusinessEvent, BusinessEventType } from '../../domain/events/business-event.ts';
import { builder } from '../base/builder.ts';

/** Description of each event type. */
export const EVENT_MEANINGS: Record<BusinessEventType, string> = {
  business_upserted: 'A business was created or updated.',
  matches_found:
    'Screening found new matches of participants of a business, or a list entry changed after a decision on its match.',
  matches_resolved: 'Decisions on matches of a participant were recorded.',
  document_available:
    'A file was attached to a requested document. The gateway offers it for download unless `RequestedDocument.isExternal` is true.',
  document_extracted: 'The extraction of a document of a business finished or failed.',
  report_finalized: 'A socioeconomic report on a participant was finalized and signed.',
  answers_imported: 'Answers of a user were imported. The event belongs to no business.',
  business_completed:
    'Participants of a business, or the whole business, were permanently deleted.',
};

export const BusinessEventTypeEnum = builder.enumType('BusinessEventType', {
  description: 'Type of an event.',
  values: {
    BUSINESS_UPSERTED: {
      value: 'business_upserted',
      description: EVENT_MEANINGS.business_upserted,
    },
    MATCHES_FOUND: { value: 'matches_found', description: EVENT_MEANINGS.matches_found },
    MATCHES_RESOLVED: {
      value: 'matches_resolved',
      description: EVENT_MEANINGS.matches_resolved,
    },
    DOCUMENT_AVAILABLE: {
      value: 'document_available',
      description: EVENT_MEANINGS.document_available,
    },
    DOCUMENT_EXTRACTED: {
      value: 'document_extracted',
      description: EVENT_MEANINGS.document_extracted,
    },
    REPORT_FINALIZED: {
      value: 'report_finalized',
      description: EVENT_MEANINGS.report_finalized,
    },
    ANSWERS_IMPORTED: {
      value: 'answers_imported',
      description: EVENT_MEANINGS.answers_imported,
    },
    BUSINESS_COMPLETED: {
      value: 'business_completed',
      description: EVENT_MEANINGS.business_completed,
    },
  } as const,
});

const TYPENAMES: Record<BusinessEventType, string> = {
  business_upserted: 'BusinessUpsertedEvent',
  matches_found: 'MatchesFoundEvent',
  matches_resolved: 'MatchesResolvedEvent',
  document_available: 'DocumentAvailableEvent',
  document_extracted: 'DocumentExtractedEvent',
  report_finalized: 'ReportFinalizedEvent',
  answers_imported: 'AnswersImportedEvent',
  business_completed: 'BusinessCompletedEvent',
};

export const BusinessEventInterface = builder
  .interfaceRef<BusinessEvent>('BusinessEvent')
  .implement({
    description:
      'Event that webhook endpoints and subscriptions receive. An event concerns a business, or the questionnaires of a user.',
    resolveType: (event) => TYPENAMES[event.type],
    fields: (t) => ({
      id: t.exposeID('id', {
        description:
          'Opaque id of the event: argument `after` of Subscription.businessEvents, to resume after this event.',
      }),
      type: t.expose('type', { type: BusinessEventTypeEnum, description: 'Type of the event.' }),
      occurredAt: t.expose('occurredAt', {
        type: 'DateTime',
        description: 'Time when the event happened.',
      }),
    }),
  });
