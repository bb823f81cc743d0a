import type { BusinessEvent, BusinessEventType } from '../../domain/business-event.ts';
import { builder } from '../base/builder.ts';

/** What each type of event says has happened. */
export const HAPPENINGS: Record<BusinessEventType, string> = {
  business_upserted: 'A business was created or updated.',
  matches_found:
    'The gateway found matches of participants of a business, or what an entry that was decided about says is another thing now.',
  matches_resolved: "A person's matches were marked as resolved.",
  document_available: 'The file of a requested document exists.',
  document_extracted: 'What a document of a business says was read, or could not be.',
  report_finalized: 'A socio-economic report of a participant was made final and signed.',
  answers_imported: 'An import changed answers of a user. It belongs to no business.',
  business_completed: 'Participants of a business, or all of it, were permanently deleted.',
};

export const BusinessEventTypeEnum = builder.enumType('BusinessEventType', {
  description: 'What can happen. Not in v4.',
  values: {
    BUSINESS_UPSERTED: { value: 'business_upserted', description: HAPPENINGS.business_upserted },
    MATCHES_FOUND: { value: 'matches_found', description: HAPPENINGS.matches_found },
    MATCHES_RESOLVED: { value: 'matches_resolved', description: HAPPENINGS.matches_resolved },
    DOCUMENT_AVAILABLE: { value: 'document_available', description: HAPPENINGS.document_available },
    DOCUMENT_EXTRACTED: { value: 'document_extracted', description: HAPPENINGS.document_extracted },
    REPORT_FINALIZED: { value: 'report_finalized', description: HAPPENINGS.report_finalized },
    ANSWERS_IMPORTED: { value: 'answers_imported', description: HAPPENINGS.answers_imported },
    BUSINESS_COMPLETED: { value: 'business_completed', description: HAPPENINGS.business_completed },
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
    description: 'Something that happened to a business or a questionnaire. Not in v4.',
    resolveType: (event) => TYPENAMES[event.type],
    fields: (t) => ({
      id: t.exposeID('id', {
        description: 'Opaque; pass it as `after` to hear of what happened since. Not in v4.',
      }),
      type: t.expose('type', {
        type: BusinessEventTypeEnum,
        description: 'What happened. Not in v4.',
      }),
      occurredAt: t.expose('occurredAt', {
        type: 'DateTime',
        description: 'When it happened. Not in v4.',
      }),
    }),
  });
