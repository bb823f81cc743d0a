import { type DeletionReceipt, getReceiptVersion } from '../../domain/business/completion.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import {
  findDeletionReceipt,
  findReceiptByGlobalId,
} from '../../resolvers/receipts/find-deletion-receipt.ts';
import { builder } from '../base/builder.ts';

export const DeleteMode = builder.enumType('DeleteMode', {
  description: 'Selection of the data that a completion deletes. v4: `delete_mode`.',
  values: {
    WITHOUT_LEGAL_ACT_FOLIO: {
      value: 'without_folio',
      description: 'Deletes the participants without a legal-act folio. Default. v4: empty string.',
    },
    WITH_LEGAL_ACT_FOLIO: {
      value: 'with_folio',
      description: 'Deletes the participants with a legal-act folio. v4: `juridical_only`.',
    },
    ALL: {
      value: 'all',
      description: 'Deletes all participants and the business itself. v4: `all`.',
    },
    MISSING_PARTICIPANTS: {
      value: 'missing',
      description:
        'Value in receipts only: upsertBusiness with `missingParticipants: DELETE` deleted the participants missing from its input. Rejected as an input.',
    },
  } as const,
});

export const CompletionWarningEnum = builder.enumType('CompletionWarning', {
  description: 'Deleted data that a completion has to be confirmed for.',
  values: {
    PENDING_MATCHES: {
      value: 'pending_matches',
      description: 'Matches that await a decision.',
    },
    TRUE_MATCHES: { value: 'true_matches', description: 'Matches decided as TRUE_MATCH.' },
  } as const,
});

const NOT_COUNTED = 'Null in receipts of version 1.';
const NOT_COUNTED_BEFORE = 'Null in receipts of versions 1 and 2.';

export const DeletionReceiptType = builder.objectRef<DeletionReceipt>('DeletionReceipt');
builder.node(DeletionReceiptType, {
  description: 'Proof of a permanent deletion. Contains no personal data.',
  id: { resolve: (receipt) => receipt.id, parse: parseDatabaseId },
  loadWithoutCache: async (id, ctx) =>
    id === undefined ? null : await findDeletionReceipt(ctx, id),
  fields: (t) => ({
    deleteMode: t.expose('deleteMode', {
      type: DeleteMode,
      description: 'Delete mode of the request. v4: `delete_mode`.',
    }),
    businessDatabaseId: t.expose('businessId', {
      type: 'SafeInt',
      description:
        'Internal id of the business; available after the business is deleted. v4: `business_id`.',
    }),
    deletedParticipantCount: t.exposeInt('deletedParticipantCount', {
      description: 'Number of participants deleted.',
    }),
    deletedDocumentCount: t.exposeInt('deletedDocumentCount', {
      description: 'Number of requested documents deleted with the participants.',
    }),
    businessDeleted: t.exposeBoolean('businessDeleted', {
      description: 'True when the business itself was deleted.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      description: 'Time of the deletion.',
    }),
    completedByUserId: t.expose('completedByUserId', {
      type: 'SafeInt',
      description: 'Internal id of the user who requested the deletion.',
    }),
    digest: t.exposeString('digest', {
      description:
        'SHA-256 over this receipt and the digest of the previous receipt. The chain makes tampering detectable.',
    }),
  }),
});

builder.objectFields(DeletionReceiptType, (t) => ({
  deletedMatchCount: t.int({
    nullable: true,
    description: `Number of deleted matches, including all decisions on them. ${NOT_COUNTED}`,
    resolve: ({ deletedFound }) => deletedFound?.matches ?? null,
  }),
  deletedScreeningCount: t.int({
    nullable: true,
    description: `Number of deleted screenings. ${NOT_COUNTED}`,
    resolve: ({ deletedFound }) => deletedFound?.screenings ?? null,
  }),
  deletedReportCount: t.int({
    nullable: true,
    description: `Number of deleted reports: screening reports, JSON and PDF counted separately, and socio-economic reports. ${NOT_COUNTED}`,
    resolve: ({ deletedFound }) => deletedFound?.reports ?? null,
  }),
  deletedConsentCount: t.int({
    nullable: true,
    description: `Number of deleted consents. ${NOT_COUNTED_BEFORE}`,
    resolve: ({ deletedKept }) => deletedKept?.consents ?? null,
  }),
  deletedExtractionCount: t.int({
    nullable: true,
    description: `Number of deleted extractions of documents. ${NOT_COUNTED_BEFORE}`,
    resolve: ({ deletedKept }) => deletedKept?.extractions ?? null,
  }),
  deletedFileCount: t.int({
    nullable: true,
    description: `Number of deleted files. ${NOT_COUNTED_BEFORE}`,
    resolve: ({ deletedKept }) => deletedKept?.files ?? null,
  }),
  version: t.int({
    description:
      'Format version of the data that the digest covers: 1 without the counts of matches, screenings and reports, 2 with them, 3 with those of consents, extractions and files in addition.',
    resolve: getReceiptVersion,
  }),
}));

builder.queryField('deletionReceipt', (t) =>
  t.field({
    type: DeletionReceiptType,
    nullable: true,
    description:
      'Receipt of a past permanent deletion. Null when it does not exist or belongs to another service.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Global id of the receipt, as returned by completeBusiness.',
      }),
    },
    resolve: async (_root, { id }, ctx) => await findReceiptByGlobalId(ctx, id),
  }),
);
