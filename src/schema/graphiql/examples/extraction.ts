import { createExample, type Example } from '../example.ts';

/** Examples of extractions. The demo service starts without any. */
export const EXTRACTION_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Extracts the content of an uploaded file. When a background job reads the file, Extraction returns the result later.
# v4: POST /api/v4/document/extract
mutation ExtractDocument($input: ExtractDocumentInput!) {
  extractDocument(input: $input) {
    ... on ExtractDocumentPayload {
      extraction {
        databaseId
        status
        kind
        needsReview
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
    { input: { file: { databaseId: 7009 } } },
  ),
  createExample(
    `
# One extraction. Null when it does not exist.
# v4: GET /api/v4/document/extraction/{extraction_id}
query Extraction($databaseId: SafeInt!) {
  extraction(databaseId: $databaseId) {
    status
    kind
    confidence
    checks {
      code
      ok
      detail
    }
    fields {
      found {
        name
        value
        confidence
        source
      }
      missing {
        name
        reason
      }
    }
  }
}
`,
    { databaseId: 1 },
  ),
  createExample(
    `
# Stores selected fields of a document in the personal information of a participant of the same business.
# acknowledge names the conflicts when the document may be that of another person. If one is missing, nothing is stored.
mutation ApplyExtraction($input: ApplyExtractionInput!) {
  applyExtraction(input: $input) {
    ... on ApplyExtractionPayload {
      participant {
        name
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
    {
      input: {
        extractionId: 1,
        participant: { databaseId: 2 },
        fields: ['RFC', 'POSTAL_CODE'],
        acknowledge: ['DOCUMENT_NAME', 'RFC_NAME'],
      },
    },
  ),
];
