import type { FieldSample, Sample } from './samples.ts';

/** Of the v4 interface. */
export const EXTRACTION_REST_SAMPLES = {
  extractDocument: {
    needsDocument: true,
    scope: 'file:write',
    otherScopes: ['file:read'],
    isForKeys: false,
    request: ({ documentId }) => ({
      method: 'POST',
      path: '/api/v4/document/extract',
      // To start a reader process takes longer than the rest of a test.
      body: { file_id: documentId, wait_ms: 0 },
    }),
  },
  getExtraction: {
    needsDocument: true,
    scope: 'file:read',
    isForKeys: false,
    request: ({ extractionId }) => ({
      method: 'GET',
      path: `/api/v4/document/extraction/${extractionId}`,
    }),
  },
} as const satisfies Record<string, Sample>;

/** Of the graph. */
export const EXTRACTION_QUERY_SAMPLES = {
  extraction: {
    needsDocument: true,
    scope: 'file:read',
    isForKeys: false,
    document: ({ extractionId }) =>
      `{ extraction(databaseId: ${extractionId}) { kind fields { found { name } } } }`,
  },
} as const satisfies Record<string, FieldSample>;

export const EXTRACTION_MUTATION_SAMPLES = {
  extractDocument: {
    needsDocument: true,
    scope: 'file:write',
    isForKeys: false,
    document: ({ documentId }) => `mutation { extractDocument(input: {
      file: { databaseId: ${documentId} }, waitMs: 0 }) {
      __typename ... on ExtractDocumentPayload { extraction { status } }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  applyExtraction: {
    needsDocument: true,
    scope: 'business:write',
    otherScopes: ['personal:read', 'file:read'],
    isForKeys: false,
    document: ({ extractionId, participantId }) => `mutation { applyExtraction(input: {
      extractionId: ${extractionId}, participant: { databaseId: ${participantId} }, fields: [RFC],
      acknowledge: [DOCUMENT_NAME, RFC_NAME] }) {
      __typename ... on ApplyExtractionPayload { replayed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
} as const satisfies Record<string, FieldSample>;
