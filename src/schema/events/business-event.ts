import type { Ctx } from '../../context.ts';
import type { Business } from '../../domain/business.ts';
import {
  type BusinessEvent,
  type BusinessEventOf,
  type FeedItem,
  FOUND_PARTICIPANTS_MAX,
} from '../../domain/business-event.ts';
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
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup } from '../base/lookups.ts';
import { BusinessType } from '../business/business.ts';
import { DeletionReceiptType } from '../business/completion.ts';
import { ParticipantType } from '../business/participant.ts';
import { ExtractionType } from '../extraction/extraction.ts';
import { RequestedDocumentType } from '../files/document.ts';
import { listCost } from '../limits/field-cost.ts';
import { SocioeconomicReportType } from '../socioeconomic/report.ts';
import { BusinessEventInterface, BusinessEventTypeEnum, HAPPENINGS } from './event-types.ts';

const NOW = 'As it is now; null once it is deleted.';

const BUSINESS_NOW = {
  type: BusinessType,
  nullable: true,
  description: `${NOW} v4: \`data.business\`.`,
  resolve: async (
    { businessId }: { businessId: number },
    _args: object,
    ctx: Ctx,
  ): Promise<Business | undefined> => await findBusiness(ctx, { databaseId: businessId }),
} as const;

builder.objectType(
  builder.objectRef<BusinessEventOf<'business_upserted'>>('BusinessUpsertedEvent'),
  {
    description: HAPPENINGS.business_upserted,
    interfaces: [BusinessEventInterface],
    fields: (t) => ({
      business: t.field(BUSINESS_NOW),
      created: t.exposeBoolean('created', {
        description: 'Whether it was not there before. Not in v4.',
      }),
      // Not `receipt`, which BusinessCompletedEvent has and is never null: no document could ask for both.
      deletionReceipt: t.field({
        type: DeletionReceiptType,
        nullable: true,
        description:
          'The proof of the participants that `missingParticipants: DELETE` deleted; null where there were none. Not in v4.',
        resolve: async ({ receiptId }, _args, ctx) =>
          receiptId === null ? null : await getDeletionReceipt(ctx, receiptId),
      }),
    }),
  },
);

builder.objectType(builder.objectRef<BusinessEventOf<'matches_found'>>('MatchesFoundEvent'), {
  description: HAPPENINGS.matches_found,
  interfaces: [BusinessEventInterface],
  fields: (t) => ({
    business: t.field(BUSINESS_NOW),
    participants: t.field({
      type: [ParticipantType],
      complexity: listCost(FOUND_PARTICIPANTS_MAX),
      description: `Those whose matches were found, as they are now, without those that are deleted; the first ${FOUND_PARTICIPANTS_MAX} of more. v4: elements of \`participantes\`.`,
      resolve: async (event, _args, ctx) => await listEventParticipants(ctx, event),
    }),
    participantsCount: t.exposeInt('participantsCount', {
      description: 'How many participants it tells of. Not in v4.',
    }),
    matchesCount: t.exposeInt('matchesCount', {
      nullable: true,
      description:
        'How many of their matches wait for a decision by it; null in an event of before this was counted. Not in v4.',
    }),
  }),
});

builder.objectType(builder.objectRef<BusinessEventOf<'matches_resolved'>>('MatchesResolvedEvent'), {
  description: HAPPENINGS.matches_resolved,
  interfaces: [BusinessEventInterface],
  fields: (t) => ({
    participant: t.field({
      type: ParticipantType,
      nullable: true,
      description: `${NOW} v4: an element of \`participantes\`.`,
      resolve: async ({ participantId }, _args, ctx) =>
        await findParticipant(ctx, { databaseId: participantId }),
    }),
  }),
});

builder.objectType(
  builder.objectRef<BusinessEventOf<'document_available'>>('DocumentAvailableEvent'),
  {
    description: HAPPENINGS.document_available,
    interfaces: [BusinessEventInterface],
    fields: (t) => ({
      document: t.field({
        type: RequestedDocumentType,
        nullable: true,
        description: `${NOW} v4: an element of \`tipo_doctos\`.`,
        resolve: async (event, _args, ctx) => await findEventDocument(ctx, event),
      }),
    }),
  },
);

builder.objectType(
  builder.objectRef<BusinessEventOf<'document_extracted'>>('DocumentExtractedEvent'),
  {
    description: HAPPENINGS.document_extracted,
    interfaces: [BusinessEventInterface],
    fields: (t) => ({
      extraction: t.field({
        type: ExtractionType,
        nullable: true,
        description: `${NOW} Needs the scope file:read. v4: \`data\` of the extraction.`,
        resolve: async ({ extractionId }, _args, ctx) => await findExtraction(ctx, extractionId),
      }),
    }),
  },
);

builder.objectType(builder.objectRef<BusinessEventOf<'report_finalized'>>('ReportFinalizedEvent'), {
  description: HAPPENINGS.report_finalized,
  interfaces: [BusinessEventInterface],
  fields: (t) => ({
    report: t.field({
      type: SocioeconomicReportType,
      nullable: true,
      description: `${NOW} Needs the scope report:read. v4: \`data\` of the report.`,
      resolve: async ({ reportId }, _args, ctx) => await findSocioeconomicReport(ctx, reportId),
    }),
  }),
});

builder.objectType(builder.objectRef<BusinessEventOf<'answers_imported'>>('AnswersImportedEvent'), {
  description: HAPPENINGS.answers_imported,
  interfaces: [BusinessEventInterface],
  fields: (t) => ({
    userId: t.expose('userId', {
      type: 'SafeInt',
      description: 'The user whose answers changed. v4 `user_id`.',
    }),
    templates: t.exposeStringList('templateKeys', {
      description: 'Keys of the questionnaires that it changed. v4: elements of `templates`.',
    }),
  }),
});

builder.objectType(
  builder.objectRef<BusinessEventOf<'business_completed'>>('BusinessCompletedEvent'),
  {
    description: HAPPENINGS.business_completed,
    interfaces: [BusinessEventInterface],
    fields: (t) => ({
      receipt: t.field({
        type: DeletionReceiptType,
        description: 'The proof of what was deleted. Not in v4, whose `data` is empty.',
        resolve: async ({ receiptId }, _args, ctx) => await getDeletionReceipt(ctx, receiptId),
      }),
    }),
  },
);

builder.subscriptionField('businessEvents', (t) =>
  t.field({
    type: BusinessEventInterface,
    description:
      "Events of the caller's service, in order. `after` resumes from an event id, so that a dropped connection loses nothing within 7 days; the Last-Event-ID header goes before it. Not in v4.",
    args: {
      business: t.arg({
        type: BusinessLookup,
        description: 'Only what happens to this business.',
      }),
      types: t.arg({ type: [BusinessEventTypeEnum], description: 'Only events of these types.' }),
      after: t.arg.id({ description: 'The last event that was received.' }),
    },
    validate: { schema: checksOf(businessEventsInput) },
    subscribe: async (_root, args, ctx) => await watchEvents(ctx, args),
    resolve: toEvent,
  }),
);

function toEvent(item: FeedItem): BusinessEvent {
  if (item.type !== 'checkpoint') return item;
  throw new Error('A checkpoint of a subscription is no event to execute.');
}
