import { createExample, type Example } from '../example.ts';

/** Examples of files, in the order of an upload. The demo service starts without files. */
export const FILE_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Starts the upload of a file. Then send the bytes: curl -T acta.pdf http://127.0.0.1:4000/api/v4/file/link/TOKEN
# v4: POST /api/v4/file/upload
mutation Upload($input: CreateFileUploadInput!) {
  createFileUpload(input: $input) {
    ... on CreateFileUploadPayload {
      uploadUrl
      method
      expiresAt
      file {
        databaseId
        status
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { fileName: 'acta.pdf', mediaType: 'application/pdf', byteCount: 1000 } },
  ),
  createExample(
    `
# Completes an upload whose bytes were sent: the file can then be downloaded and attached.
mutation CompleteFileUpload($input: CompleteFileUploadInput!) {
  completeFileUpload(input: $input) {
    ... on CompleteFileUploadPayload {
      file {
        name
        sha256
        status
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { file: { databaseId: 1 } } },
  ),
  createExample(
    `
# One file. Null when it does not exist.
# v4: GET /api/v4/file/{file_id}/detail
query File($databaseId: SafeInt!) {
  file(by: { databaseId: $databaseId }) {
    name
    mediaType
    byteCount
    sha256
    status
    downloadUrl(expiresIn: 60)
  }
}
`,
    { databaseId: 1 },
  ),
];
