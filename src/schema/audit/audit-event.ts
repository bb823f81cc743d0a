import type { AuditRecord } from '../../domain/events/audit-event.ts';
import { encodeGlobalId } from '../../domain/shared/global-id.ts';
import { listAuditEventsInput } from '../../resolvers/audit/inputs.ts';
import { countAuditEvents, listAuditEvents } from '../../resolvers/audit/list-audit-events.ts';
import { findBusiness } from '../../resolvers/business/find-business.ts';
import { RECORD_PAGES } from '../../resolvers/common/newest-first.ts';
import { findFile } from '../../resolvers/files/find-file.ts';
import { findDeletionReceipt } from '../../resolvers/receipts/find-deletion-receipt.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { countedConnection } from '../base/counted-connection.ts';
import { BusinessType } from '../business/business.ts';
import { DeletionReceiptType } from '../business/completion.ts';
import { FileType } from '../files/file.ts';
import { pageCost } from '../limits/field-cost.ts';
import { AuditActionType, AuditCallerType } from './audit-words.ts';

const AuditEventType = builder.objectRef<AuditRecord>('AuditEvent').implement({
  description:
    'Audit event, stored in the transaction of the change: a failed change leaves none, apart from refused requests for a token. It holds ids only, and remains after the objects that they name are deleted.',
  fields: (t) => ({
    id: t.id({
      description: 'The id of the event, opaque.',
      resolve: ({ id, publicId }) => encodeGlobalId('AuditEvent', publicId ?? id),
    }),
    occurredAt: t.expose('occurredAt', {
      type: 'DateTime',
      description: 'When it was done.',
    }),
    action: t.expose('action', {
      type: AuditActionType,
      nullable: true,
      description: 'Action. Null for an action that only another version of the gateway knows.',
    }),
    caller: t.expose('caller', {
      type: AuditCallerType,
      description: 'Actor of the action.',
    }),
    userId: t.expose('userId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The internal id of the user who did it; null for KEY, OPERATOR and GATEWAY.',
    }),
    apiKeyId: t.expose('apiKeyId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The internal id of the key that was shown, or that an operator added or ended.',
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The header x-request-id of the answer.',
    }),
    businessDatabaseId: t.expose('businessId', {
      type: 'SafeInt',
      nullable: true,
      description:
        'The internal id of the business; null for what was done to no business. v4 `business_id`.',
    }),
    participantDatabaseIds: t.expose('participantIds', {
      type: ['SafeInt'],
      description:
        'The internal ids of the participants, at most 100; not those of upserts. v4 `participantes[].id`.',
    }),
  }),
});

/** What the ids name, as long as it is there; each with the scope that reads it. */
builder.objectFields(AuditEventType, (t) => ({
  business: t.field({
    type: BusinessType,
    nullable: true,
    description: 'Null once it is deleted. v4: GET /api/v4/business/detail.',
    resolve: async ({ businessId }, _args, ctx) =>
      businessId === null ? null : await findBusiness(ctx, { databaseId: businessId }),
  }),
  receipt: t.field({
    type: DeletionReceiptType,
    nullable: true,
    description: 'The receipt of what it permanently deleted.',
    resolve: async ({ receiptId }, _args, ctx) =>
      receiptId === null ? null : await findDeletionReceipt(ctx, receiptId),
  }),
  file: t.field({
    type: FileType,
    nullable: true,
    description:
      'The file that came or went, or that was attached; null once it is deleted. Needs the scope file:read. v4: GET /api/v4/file/{file_id}/detail.',
    resolve: async ({ fileId }, _args, ctx) =>
      fileId === null ? null : await findFile(ctx, { databaseId: fileId }),
  }),
}));

const AuditEventFilter = builder.inputType('AuditEventFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    businessDatabaseId: t.field({
      type: 'SafeInt',
      description:
        'The internal id of the business, also of one that is deleted. v4 `business_id`.',
    }),
    userId: t.field({
      type: 'SafeInt',
      description: 'The internal id of the user who did it.',
    }),
    action: t.field({ type: AuditActionType, description: 'Action of the events.' }),
    occurredSince: t.field({
      type: 'DateTime',
      description: 'Done at this instant or later.',
    }),
    occurredBefore: t.field({
      type: 'DateTime',
      description: 'Done before this instant.',
    }),
  }),
});

const AuditEventConnection = countedConnection(AuditEventType, 'AuditEvent');

builder.queryField('auditEvents', (t) =>
  t.field({
    type: AuditEventConnection,
    description:
      'Audit trail of the service, newest first. Pages of 20, at most 100. Requires scope `audit:read`.',
    complexity: (args) => pageCost(args, RECORD_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: AuditEventFilter,
        description: 'Events to list. Defaults to all events.',
      }),
    },
    validate: { schema: checksOf(listAuditEventsInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countAuditEvents(ctx, args.filter);
      return Object.assign(await listAuditEvents(ctx, args), { count });
    },
  }),
);
