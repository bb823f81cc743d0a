import type { FieldSample, Sample } from './samples.ts';

/** What is sent where a file is awaited. */
export const SENT_FILE = 'a,b\n1,2\n';

/** Of the v4 interface. */
export const FILE_REST_SAMPLES = {
  uploadFile: {
    scope: 'file:write',
    isForKeys: false,
    request: () => ({
      method: 'POST',
      path: '/api/v4/file/upload',
      body: { filename: 'a.csv', content_base64: Buffer.from('a,b\n').toString('base64') },
    }),
  },
  getFile: {
    needsFile: true,
    scope: 'file:read',
    isForKeys: false,
    request: ({ fileId }) => ({ method: 'GET', path: `/api/v4/file/${fileId}` }),
  },
  getFileDetail: {
    needsFile: true,
    scope: 'file:read',
    isForKeys: false,
    request: ({ fileId }) => ({ method: 'GET', path: `/api/v4/file/${fileId}/detail` }),
  },
  downloadDocument: {
    needsFile: true,
    scope: 'file:read',
    isForKeys: false,
    request: ({ fileId }) => ({
      method: 'GET',
      path: `/api/v4/fiduciary/file/${fileId}/download`,
    }),
  },
  getLinkedFile: {
    needsFile: true,
    scope: null,
    isForKeys: false,
    isForLinks: true,
    request: ({ readPath }) => ({ method: 'GET', path: readPath }),
  },
  putLinkedFile: {
    needsFile: true,
    scope: null,
    isForKeys: false,
    isForLinks: true,
    request: ({ writePath }) => ({ method: 'PUT', path: writePath, body: SENT_FILE }),
  },
} as const satisfies Record<string, Sample>;

/** Of the graph. */
export const FILE_QUERY_SAMPLES = {
  file: {
    needsFile: true,
    scope: 'file:read',
    isForKeys: false,
    document: ({ fileId }) => `{ file(by: { databaseId: ${fileId} }) { name } }`,
  },
} as const satisfies Record<string, FieldSample>;

export const FILE_MUTATION_SAMPLES = {
  attachDocument: {
    scope: 'business:write',
    isForKeys: false,
    document: ({ participantId }) => `mutation { attachDocument(input: {
      participant: { databaseId: ${participantId} }, typeCode: "INE", downloadId: 777777777 }) {
      __typename ... on AttachDocumentPayload { replayed }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  createFileUpload: {
    scope: 'file:write',
    isForKeys: false,
    document: () => `mutation { createFileUpload(input: { fileName: "a.csv", mediaType: "text/csv",
      byteCount: 8 }) {
      __typename ... on CreateFileUploadPayload { uploadUrl }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
  completeFileUpload: {
    needsFile: true,
    scope: 'file:write',
    isForKeys: false,
    document: ({ fileId }) => `mutation { completeFileUpload(input: {
      file: { databaseId: ${fileId} } }) {
      __typename ... on CompleteFileUploadPayload { file { status } }
      ... on NotAuthorizedError { requiredScope } } }`,
  },
} as const satisfies Record<string, FieldSample>;
