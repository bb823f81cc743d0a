import type { AuditRecord } from '../../domain/events/audit-event.ts';
import { encodeGlobalId } from '../../domain/shared/global-id.ts';
import { listAuditEventsInput } from '../../resolvers/audit/inputs.ts';
import { countAuditEvents, listAuditEvents } from '../../resolvers/audit/list-audit-events.ts';
import { findBusiness } from '../../resolvers/business/find-business.ts';
import { RECORD_PAGES } from '../../resolvers/common/newest-first.ts';
import { findFile } from '../../resolvers/files/find-file.ts';
import { findDeletionReceipt } from '../../resolvers/receipts/find-deletion-receipt.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { createCountedConnection } from '../base/counted-connection.ts';
import { BusinessType } from '../business/business.ts';
import { DeletionReceiptType } from '../business/completion.ts';
import { FileType } from '../files/file.ts';
import { pageCost } from '../limits/field-cost.ts';
import { AuditActionType, AuditCallerType } from './audit-enums.ts';

const AuditEventType = builder.objectRef<AuditRecord>('AuditEvent').implement({
  description:
    'Record of one action, stored in the transaction of the action. A failed action has no record, except a rejected token request. The record contains ids, counts and modes but no personal data, and is kept after the objects with these ids are deleted.',
  fields: (t) => ({
    id: t.id({
      description: 'Opaque id of the audit event.',
      resolve: ({ id, publicId }) => encodeGlobalId('AuditEvent', publicId ?? id),
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'Time of the action.' }),
    action: t.expose('action', {
      type: AuditActionType,
      nullable: true,
      description:
        'Recorded action. Null for an action that this version of the gateway does not know.',
    }),
    caller: t.expose('caller', {
      type: AuditCallerType,
      description: 'Kind of actor that performed the action.',
    }),
    userId: t.expose('userId', {
      type: 'SafeInt',
      nullable: true,
      description:
        '`databaseId` of the user who performed the action. Null when `caller` is KEY, OPERATOR or GATEWAY.',
    }),
    apiKeyId: t.expose('apiKeyId', {
      type: 'SafeInt',
      nullable: true,
      description:
        'Internal id of the API key that the request carried, or that an operator created or revoked. Null when no API key is concerned.',
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description:
        'Value of the x-request-id header of the response. Null for an action outside a request.',
    }),
    businessDatabaseId: t.expose('businessId', {
      type: 'SafeInt',
      nullable: true,
      description:
        '`databaseId` of the business. Null when the action concerns no business. v4: `business_id`.',
    }),
    participantDatabaseIds: t.expose('participantIds', {
      type: ['SafeInt'],
      description:
        '`databaseId` values of the participants that the action concerns, at most 100. Empty for BUSINESS_UPSERTED and BUSINESS_IMPORTED. v4: `participantes[].id`.',
    }),
  }),
});

/** Objects with the recorded ids, while they exist. Each requires the scope of its type. */
builder.objectFields(AuditEventType, (t) => ({
  business: t.field({
    type: BusinessType,
    nullable: true,
    description:
      'Business that the action concerns. Null when the action concerns no business, and after the business is deleted. v4: GET /api/v4/business/detail.',
    resolve: async ({ businessId }, _args, ctx) =>
      businessId === null ? null : await findBusiness(ctx, { databaseId: businessId }),
  }),
  receipt: t.field({
    type: DeletionReceiptType,
    nullable: true,
    description:
      'Receipt of the permanent deletion that the action made. Null when the action deleted nothing permanently.',
    resolve: async ({ receiptId }, _args, ctx) =>
      receiptId === null ? null : await findDeletionReceipt(ctx, receiptId),
  }),
  file: t.field({
    type: FileType,
    nullable: true,
    description:
      'File that was uploaded, downloaded or attached. Null when the action concerns no file, and after the file is deleted. Requires scope `file:read`. v4: GET /api/v4/file/{file_id}/detail.',
    resolve: async ({ fileId }, _args, ctx) =>
      fileId === null ? null : await findFile(ctx, { databaseId: fileId }),
  }),
}));

const AuditEventFilter = builder.inputType('AuditEventFilter', {
  description: 'Filter for audit events. All given conditions must match.',
  fields: (t) => ({
    businessDatabaseId: t.field({
      type: 'SafeInt',
      description: '`databaseId` of the business, which may have been deleted. v4: `business_id`.',
    }),
    userId: t.field({
      type: 'SafeInt',
      description: '`databaseId` of the user who performed the action.',
    }),
    action: t.field({ type: AuditActionType, description: 'Recorded action.' }),
    occurredSince: t.field({
      type: 'DateTime',
      description: 'Matches actions that were performed at or after this time.',
    }),
    occurredBefore: t.field({
      type: 'DateTime',
      description: 'Matches actions that were performed before this time.',
    }),
  }),
});

const AuditEventConnection = createCountedConnection(AuditEventType, 'AuditEvent');

builder.queryField('auditEvents', (t) =>
  t.field({
    type: AuditEventConnection,
    description:
      'Audit trail of the service, newest action first. A page has 20 items by default, at most 100. Requires scope `audit:read`.',
    complexity: (args) => pageCost(args, RECORD_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: AuditEventFilter,
        description: 'Filter for the events to return. Defaults to all events.',
      }),
    },
    validate: { schema: createChecks(listAuditEventsInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countAuditEvents(ctx, args.filter);
      return Object.assign(await listAuditEvents(ctx, args), { count });
    },
  }),
);
