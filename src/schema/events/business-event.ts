import type { RequestContext } from '../../context.ts';
import type { Business } from '../../domain/business/business.ts';
import {
  type BusinessEvent,
  type BusinessEventOf,
  type FeedItem,
  FOUND_PARTICIPANTS_MAX,
} from '../../domain/events/business-event.ts';
import { findBusiness } from '../../resolvers/business/find-business.ts';
import { findParticipant } from '../../resolvers/business/find-participant.ts';
import { businessEventsInput } from '../../resolvers/business/inputs.ts';
import {
  findEventDocument,
  listEventParticipants,
  watchEvents,
} from '../../resolvers/events/watch-events.ts';
import { findExtraction } from '../../resolvers/extraction/find-extraction.ts';
import { getDeletionReceipt } from '../../resolvers/receipts/find-deletion-receipt.ts';
import { findSocioeconomicReport } from '../../resolvers/socioeconomic/find-report.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup } from '../base/lookups.ts';
import { BusinessType } from '../business/business.ts';
import { DeletionReceiptType } from '../business/completion.ts';
import { ParticipantType } from '../business/participant.ts';
import { ExtractionType } from '../extraction/extraction.ts';
import { RequestedDocumentType } from '../files/document.ts';
import { listCost } from '../limits/field-cost.ts';
import { SocioeconomicReportType } from '../socioeconomic/report.ts';
import { BusinessEventInterface, BusinessEventTypeEnum, EVENT_MEANINGS } from './event-types.ts';

const IN_CURRENT_STATE = 'in its current state. Null after it is deleted.';

const BUSINESS_FIELD = {
  type: BusinessType,
  nullable: true,
  description: `Business ${IN_CURRENT_STATE} v4: \`data.business\`.`,
  resolve: async (
    { businessId }: { businessId: number },
    _args: object,
    ctx: RequestContext,
  ): Promise<Business | undefined> => await findBusiness(ctx, { databaseId: businessId }),
} as const;

builder.objectType(
  builder.objectRef<BusinessEventOf<'business_upserted'>>('BusinessUpsertedEvent'),
  {
    description: EVENT_MEANINGS.business_upserted,
    interfaces: [BusinessEventInterface],
    fields: (t) => ({
      business: t.field(BUSINESS_FIELD),
      created: t.exposeBoolean('created', { description: 'True when the business is new.' }),
      // Not named `receipt`: BusinessCompletedEvent.receipt is non-null, so no document could select both.
      deletionReceipt: t.field({
        type: DeletionReceiptType,
        nullable: true,
        description: 'Receipt for deleted participants. Null when none was deleted.',
        resolve: async ({ receiptId }, _args, ctx) =>
          receiptId === null ? null : await getDeletionReceipt(ctx, receiptId),
      }),
    }),
  },
);

builder.objectType(builder.objectRef<BusinessEventOf<'matches_found'>>('MatchesFoundEvent'), {
  description: EVENT_MEANINGS.matches_found,
  interfaces: [BusinessEventInterface],
  fields: (t) => ({
    business: t.field(BUSINESS_FIELD),
    participants: t.field({
      type: [ParticipantType],
      complexity: listCost(FOUND_PARTICIPANTS_MAX),
      description: `Participants with the matches, in their current state, without deleted ones; the first ${FOUND_PARTICIPANTS_MAX} when there are more. v4: elements of \`participantes\`.`,
      resolve: async (event, _args, ctx) => await listEventParticipants(ctx, event),
    }),
    participantsCount: t.exposeInt('participantsCount', {
      description: 'Number of participants with these matches when the event happened.',
    }),
    matchesCount: t.exposeInt('matchesCount', {
      nullable: true,
      description:
        'Number of matches that await a decision because of this event. Null in events stored before this field existed.',
    }),
  }),
});

builder.objectType(builder.objectRef<BusinessEventOf<'matches_resolved'>>('MatchesResolvedEvent'), {
  description: EVENT_MEANINGS.matches_resolved,
  interfaces: [BusinessEventInterface],
  fields: (t) => ({
    participant: t.field({
      type: ParticipantType,
      nullable: true,
      description: `Participant ${IN_CURRENT_STATE} v4: an element of \`participantes\`.`,
      resolve: async ({ participantId }, _args, ctx) =>
        await findParticipant(ctx, { databaseId: participantId }),
    }),
  }),
});

builder.objectType(
  builder.objectRef<BusinessEventOf<'document_available'>>('DocumentAvailableEvent'),
  {
    description: EVENT_MEANINGS.document_available,
    interfaces: [BusinessEventInterface],
    fields: (t) => ({
      document: t.field({
        type: RequestedDocumentType,
        nullable: true,
        description: `Requested document ${IN_CURRENT_STATE} v4: an element of \`tipo_doctos\`.`,
        resolve: async (event, _args, ctx) => await findEventDocument(ctx, event),
      }),
    }),
  },
);

builder.objectType(
  builder.objectRef<BusinessEventOf<'document_extracted'>>('DocumentExtractedEvent'),
  {
    description: EVENT_MEANINGS.document_extracted,
    interfaces: [BusinessEventInterface],
    fields: (t) => ({
      extraction: t.field({
        type: ExtractionType,
        nullable: true,
        description: `Extraction ${IN_CURRENT_STATE} Requires scope \`file:read\`. v4: \`data\` of the extraction.`,
        resolve: async ({ extractionId }, _args, ctx) => await findExtraction(ctx, extractionId),
      }),
    }),
  },
);

builder.objectType(builder.objectRef<BusinessEventOf<'report_finalized'>>('ReportFinalizedEvent'), {
  description: EVENT_MEANINGS.report_finalized,
  interfaces: [BusinessEventInterface],
  fields: (t) => ({
    report: t.field({
      type: SocioeconomicReportType,
      nullable: true,
      description: `Report ${IN_CURRENT_STATE} Requires scope \`report:read\`. v4: \`data\` of the report.`,
      resolve: async ({ reportId }, _args, ctx) => await findSocioeconomicReport(ctx, reportId),
    }),
  }),
});

builder.objectType(builder.objectRef<BusinessEventOf<'answers_imported'>>('AnswersImportedEvent'), {
  description: EVENT_MEANINGS.answers_imported,
  interfaces: [BusinessEventInterface],
  fields: (t) => ({
    userId: t.expose('userId', {
      type: 'SafeInt',
      description: '`databaseId` of the user whose answers changed. v4: `user_id`.',
    }),
    templates: t.exposeStringList('templateKeys', {
      description: 'Keys of the questionnaires whose answers changed. v4: elements of `templates`.',
    }),
  }),
});

builder.objectType(
  builder.objectRef<BusinessEventOf<'business_completed'>>('BusinessCompletedEvent'),
  {
    description: EVENT_MEANINGS.business_completed,
    interfaces: [BusinessEventInterface],
    fields: (t) => ({
      receipt: t.field({
        type: DeletionReceiptType,
        description: 'Receipt of the deletion. Its `businessDatabaseId` identifies the business.',
        resolve: async ({ receiptId }, _args, ctx) => await getDeletionReceipt(ctx, receiptId),
      }),
    }),
  },
);

builder.subscriptionField('businessEvents', (t) =>
  t.field({
    type: BusinessEventInterface,
    description:
      "Events of the caller's service, in the order in which they happened. A client that resumes with `after` misses no event of the last 7 days. The Last-Event-ID header takes precedence over `after`. Requires scope `business:read`.",
    args: {
      business: t.arg({
        type: BusinessLookup,
        description: 'Business whose events are delivered. Defaults to all events of the service.',
      }),
      types: t.arg({
        type: [BusinessEventTypeEnum],
        description: 'Types of the events that are delivered. Defaults to all types.',
      }),
      after: t.arg.id({ description: 'Id of the last event received, at most 7 days old.' }),
    },
    validate: { schema: createChecks(businessEventsInput) },
    subscribe: async (_root, args, ctx) => await watchEvents(ctx, args),
    resolve: toEvent,
  }),
);

function toEvent(item: FeedItem): BusinessEvent {
  if (item.type !== 'checkpoint') return item;
  throw new Error('A checkpoint is never executed.');
}
