import type { FieldSample } from './samples.ts';

/** Of the graph: what a service has, its participants, and what is on record of it. */
export const RECORD_QUERY_SAMPLES = {
  participants: {
    scope: 'business:read',
    isForKeys: false,
    document: () =>
      '{ participants(filter: { nameContains: "persona" }) { totalCount nodes { name } } }',
  },
  counts: {
    scope: 'business:read',
    isForKeys: false,
    document: () => '{ counts { businesses naturalPersons legalEntities missingDocuments } }',
  },
  deletionReceipts: {
    scope: 'business:read',
    isForKeys: false,
    document: () => '{ deletionReceipts { totalCount nodes { digest businessDatabaseId } } }',
  },
  auditEvents: {
    scope: 'audit:read',
    isForKeys: false,
    document: ({ businessId }) => `{ auditEvents(filter: { businessDatabaseId: ${businessId} }) {
      totalCount nodes { action userId businessDatabaseId } } }`,
  },
  files: {
    needsFile: true,
    scope: 'file:read',
    isForKeys: false,
    document: () => '{ files { totalCount nodes { databaseId name } } }',
  },
} as const satisfies Record<string, FieldSample>;
