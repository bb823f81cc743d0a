import type {
  BusinessEvent,
  BusinessEventOf,
  BusinessEventType,
  FeedItem,
} from '../../domain/business-event.ts';
import { findBusiness } from '../../resolvers/business/find-business.ts';
import { findParticipant } from '../../resolvers/business/find-participant.ts';
import { businessEventsInput } from '../../resolvers/business/inputs.ts';
import { findEventDocument, watchEvents } from '../../resolvers/events/watch-events.ts';
import { findExtraction } from '../../resolvers/extraction/find-extraction.ts';
import { getDeletionReceipt } from '../../resolvers/receipts/find-deletion-receipt.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup } from '../base/lookups.ts';
import { BusinessType } from '../business/business.ts';
import { DeletionReceiptType } from '../business/completion.ts';
import { ParticipantType } from '../business/participant.ts';
import { ExtractionType } from '../extraction/extraction.ts';
import { RequestedDocumentType } from '../files/document.ts';

const UPSERTED = 'A business was created or updated.';
const FOUND =
  'The gateway found matches of a person, or what an entry that was decided about says is another thing now.';
const RESOLVED = "A person's matches were marked as resolved.";
const AVAILABLE = 'The file of a requested document exists.';
const EXTRACTED = 'What a document of a business says was read, or could not be.';
const IMPORTED = 'An import changed answers of a user. It belongs to no business.';
const COMPLETED = 'Participants of a business, or all of it, were permanently deleted.';
const NOW = 'As it is now; null once it is deleted.';

export const BusinessEventTypeEnum = builder.enumType('BusinessEventType', {
  description: 'What can happen. Not in v4.',
  values: {
    BUSINESS_UPSERTED: { value: 'business_upserted', description: UPSERTED },
    MATCHES_FOUND: { value: 'matches_found', description: FOUND },
    MATCHES_RESOLVED: { value: 'matches_resolved', description: RESOLVED },
    DOCUMENT_AVAILABLE: { value: 'document_available', description: AVAILABLE },
    DOCUMENT_EXTRACTED: { value: 'document_extracted', description: EXTRACTED },
    ANSWERS_IMPORTED: { value: 'answers_imported', description: IMPORTED },
    BUSINESS_COMPLETED: { value: 'business_completed', description: COMPLETED },
  } as const,
});

const TYPENAMES: Record<BusinessEventType, string> = {
  business_upserted: 'BusinessUpsertedEvent',
  matches_found: 'MatchesFoundEvent',
  matches_resolved: 'MatchesResolvedEvent',
  document_available: 'DocumentAvailableEvent',
  document_extracted: 'DocumentExtractedEvent',
  answers_imported: 'AnswersImportedEvent',
  business_completed: 'BusinessCompletedEvent',
};

const BusinessEventInterface = builder.interfaceRef<BusinessEvent>('BusinessEvent').implement({
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

builder.objectType(
  builder.objectRef<BusinessEventOf<'business_upserted'>>('BusinessUpsertedEvent'),
  {
    description: UPSERTED,
    interfaces: [BusinessEventInterface],
    fields: (t) => ({
      business: t.field({
        type: BusinessType,
        nullable: true,
        description: `${NOW} v4: \`data.business\`.`,
        resolve: async ({ businessId }, _args, ctx) =>
          await findBusiness(ctx, { databaseId: businessId }),
      }),
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
  description: FOUND,
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

builder.objectType(builder.objectRef<BusinessEventOf<'matches_resolved'>>('MatchesResolvedEvent'), {
  description: RESOLVED,
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
    description: AVAILABLE,
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
    description: EXTRACTED,
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

builder.objectType(builder.objectRef<BusinessEventOf<'answers_imported'>>('AnswersImportedEvent'), {
  description: IMPORTED,
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
    description: COMPLETED,
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
