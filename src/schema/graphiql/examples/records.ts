import { createExample, type Example } from '../example.ts';

/** Examples that read the counters and records of a service. */
export const RECORD_EXAMPLES: readonly Example[] = [
  createExample(`
# Counts of the service's data, and its newest audit events. The events require scope AUDIT_READ.
query Overview {
  counts {
    businesses
    naturalPersons
    legalEntities
    participantsWithPendingMatches
    pendingMatches
    missingDocuments
  }
  auditEvents(first: 10) {
    nodes {
      action
      occurredAt
      caller
      userId
      businessDatabaseId
      business {
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`),
  createExample(
    `
# Receipts of permanent deletions, and files, newest first. The filters may select one business.
query Records($receipts: DeletionReceiptFilter, $files: FileFilter) {
  deletionReceipts(first: 10, filter: $receipts) {
    totalCount
    nodes {
      deleteMode
      businessDatabaseId
      deletedParticipantCount
      completedAt
      completedByUserId
    }
  }
  files(first: 10, filter: $files) {
    totalCount
    nodes {
      databaseId
      name
      status
      documents {
        typeCode
      }
    }
  }
}
`,
    { receipts: { completedSince: '2026-01-01T00:00:00Z' }, files: { statusIn: ['AVAILABLE'] } },
  ),
];
