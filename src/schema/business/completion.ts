import { type DeletionReceipt, getReceiptVersion } from '../../domain/business/completion.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import {
  findDeletionReceipt,
  findReceiptByGlobalId,
} from '../../resolvers/receipts/find-deletion-receipt.ts';
import { builder } from '../base/builder.ts';

export const DeleteMode = builder.enumType('DeleteMode', {
  description:
    'Data to delete when a business is completed (completeBusiness). Participants are deleted with their documents, matches, screenings, reports and consents, and with their files and persons unless another object references the file or person. v4: `delete_mode`.',
  values: {
    WITHOUT_LEGAL_ACT_FOLIO: {
      value: 'without_folio',
      description:
        'Deletes the participants without a legal-act folio (`Participant.legalActFolio`). The business remains. Default. v4: empty string.',
    },
    WITH_LEGAL_ACT_FOLIO: {
      value: 'with_folio',
      description:
        'Deletes the participants with a legal-act folio (`Participant.legalActFolio`). The business remains. v4: `juridical_only`.',
    },
    ALL: {
      value: 'all',
      description:
        'Deletes all participants, the business itself and all its files. A document of another business that references one of these files becomes `isExternal`. v4: `all`.',
    },
    MISSING_PARTICIPANTS: {
      value: 'missing',
      description:
        'Deletion by upsertBusiness: participants that an input with `missingParticipants: DELETE` did not name. Occurs in DeletionReceipt and DeletionReceiptFilter; completeBusiness and completionPreview reject it.',
    },
  } as const,
});

export const CompletionWarningEnum = builder.enumType('CompletionWarning', {
  description: 'Warning about the deletion that the caller of completeBusiness must acknowledge.',
  values: {
    PENDING_MATCHES: {
      value: 'pending_matches',
      description: 'Matches that await a decision would be deleted.',
    },
    TRUE_MATCHES: {
      value: 'true_matches',
      description: 'Matches whose decision is TRUE_MATCH would be deleted.',
    },
  } as const,
});

const NULL_IN_VERSION_1 = 'Null in receipts whose `version` is 1.';
const NULL_BEFORE_VERSION_3 = 'Null in receipts whose `version` is 1 or 2.';

export const DeletionReceiptType = builder.objectRef<DeletionReceipt>('DeletionReceipt');
builder.node(DeletionReceiptType, {
  description:
    'Proof of a permanent deletion by completeBusiness or upsertBusiness, with the counts of the deleted data. Contains no personal data.',
  id: { resolve: (receipt) => receipt.id, parse: parseDatabaseId },
  loadWithoutCache: async (id, ctx) =>
    id === undefined ? null : await findDeletionReceipt(ctx, id),
  fields: (t) => ({
    deleteMode: t.expose('deleteMode', {
      type: DeleteMode,
      description: 'Selection of the data that the request deleted. v4: `delete_mode`.',
    }),
    businessDatabaseId: t.expose('businessId', {
      type: 'SafeInt',
      description:
        '`databaseId` of the business, also after the business is deleted. v4: `business_id`.',
    }),
    deletedParticipantCount: t.exposeInt('deletedParticipantCount', {
      description: 'Number of deleted participants.',
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
      description: '`databaseId` of the user who requested the deletion.',
    }),
    digest: t.exposeString('digest', {
      description:
        'SHA-256 over this receipt and the digest of the previous receipt of the service, in hexadecimal. The chain of digests makes tampering detectable.',
    }),
  }),
});

builder.objectFields(DeletionReceiptType, (t) => ({
  deletedMatchCount: t.int({
    nullable: true,
    description: `Number of deleted matches, whose decisions were deleted with them. ${NULL_IN_VERSION_1}`,
    resolve: ({ deletedScreeningCounts }) => deletedScreeningCounts?.matches ?? null,
  }),
  deletedScreeningCount: t.int({
    nullable: true,
    description: `Number of deleted screenings. ${NULL_IN_VERSION_1}`,
    resolve: ({ deletedScreeningCounts }) => deletedScreeningCounts?.screenings ?? null,
  }),
  deletedReportCount: t.int({
    nullable: true,
    description: `Number of deleted reports: socioeconomic reports and screening reports, of which the JSON and the PDF of one screening count as two. ${NULL_IN_VERSION_1}`,
    resolve: ({ deletedScreeningCounts }) => deletedScreeningCounts?.reports ?? null,
  }),
  deletedConsentCount: t.int({
    nullable: true,
    description: `Number of deleted consents. ${NULL_BEFORE_VERSION_3}`,
    resolve: ({ deletedEvidenceCounts }) => deletedEvidenceCounts?.consents ?? null,
  }),
  deletedExtractionCount: t.int({
    nullable: true,
    description: `Number of deleted extractions of documents. ${NULL_BEFORE_VERSION_3}`,
    resolve: ({ deletedEvidenceCounts }) => deletedEvidenceCounts?.extractions ?? null,
  }),
  deletedFileCount: t.int({
    nullable: true,
    description: `Number of deleted files. ${NULL_BEFORE_VERSION_3}`,
    resolve: ({ deletedEvidenceCounts }) => deletedEvidenceCounts?.files ?? null,
  }),
  version: t.int({
    description:
      'Format version of the data that the digest covers. Version 2 adds the counts of matches, screenings and reports; version 3 adds those of consents, extractions and files.',
    resolve: getReceiptVersion,
  }),
}));

builder.queryField('deletionReceipt', (t) =>
  t.field({
    type: DeletionReceiptType,
    nullable: true,
    description:
      'Receipt of a permanent deletion. Null when the service has no such receipt. Requires scope `business:read`.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Global id of the receipt, as returned by completeBusiness.',
      }),
    },
    resolve: async (_root, { id }, ctx) => await findReceiptByGlobalId(ctx, id),
  }),
);
