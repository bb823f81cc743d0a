import { createExample, type Example } from '../example.ts';

/** Rest of the selection of a mutation: the report, the end of its payload, and the error. */
const REPORT_AND_ERROR = `
      report {
        databaseId
        status
        version
      }
    }
    ... on UserError {
      __typename
      code
      message
    }`;
/** Rest of the selection of a mutation: the consent, the end of its payload, and the error. */
const CONSENT_AND_ERROR = `
      consent {
        databaseId
        revokedAt
      }
    }
    ... on UserError {
      __typename
      code
      message
    }`;

/** Examples of socioeconomic reports. The demo starts with a consent and a draft. */
export const SOCIOECONOMIC_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Socioeconomic report: values with their sources, computed figures, and missing parts.
# v4: GET /api/v4/socioeconomic/report/{report_id}
query SocioeconomicReport($id: SafeInt!) {
  socioeconomicReport(id: $id) {
    content {
      figures {
        key
        value
        formula
        isPartial
      }
      sections {
        title
        fields {
          label
          value {
            text
            money
            count
            date
            yesNo
            choice
          }
          source {
            kind
          }
        }
      }
      missing {
        label
        reason
      }
      contradictions {
        kind
        fields {
          label
        }
        sources {
          kind
        }
      }
    }
    status
    version
    consent {
      textVersion
      revokedAt
    }
  }
}
`,
    { id: 1 },
  ),
  createExample(
    `
# Records the consent of a person, which a report requires.
mutation RecordConsent($input: RecordConsentInput!) {
  recordConsent(input: $input) {
    ... on RecordConsentPayload {${CONSENT_AND_ERROR}
  }
}
`,
    {
      input: {
        participant: { databaseId: 2 },
        purpose: 'SOCIOECONOMIC_REPORT',
        textVersion: '2026-01',
      },
    },
  ),
  createExample(
    `
# Generates a draft from the stored data of the person and the answers of the caller.
# v4: POST /api/v4/socioeconomic/report
mutation GenerateSocioeconomicReport($input: GenerateSocioeconomicReportInput!) {
  generateSocioeconomicReport(input: $input) {
    ... on GenerateSocioeconomicReportPayload {${REPORT_AND_ERROR}
  }
}
`,
    { input: { participant: { databaseId: 2 } } },
  ),
  createExample(
    `
# Changes a section of a draft with typed values.
mutation UpdateSocioeconomicSection($input: UpdateSocioeconomicSectionInput!) {
  updateSocioeconomicSection(input: $input) {
    ... on UpdateSocioeconomicSectionPayload {${REPORT_AND_ERROR}
  }
}
`,
    {
      input: {
        reportId: 1,
        section: 'FINANCES',
        fields: [{ key: 'savings', value: { money: 1250000 } }],
        expectedVersion: 1,
      },
    },
  ),
  createExample(
    `
# Finalizes a draft. The report can no longer be changed; its PDF is a file of the business.
# acknowledge names the kinds of the contradictions in the report. If one is missing, the report stays a draft.
mutation FinalizeSocioeconomicReport($input: FinalizeSocioeconomicReportInput!) {
  finalizeSocioeconomicReport(input: $input) {
    ... on FinalizeSocioeconomicReportPayload {${REPORT_AND_ERROR}
    ... on InputValidationError {
      issues {
        path
        code
        message
      }
    }
  }
}
`,
    { input: { reportId: 1, page: 'LETTER', acknowledge: ['RESIDENTS_FAMILY'] } },
  ),
  createExample(
    `
# Revokes a consent. No further report is generated with it. Signed reports do not change: see revokedAt of their consent.
mutation RevokeConsent($input: RevokeConsentInput!) {
  revokeConsent(input: $input) {
    ... on RevokeConsentPayload {${CONSENT_AND_ERROR}
  }
}
`,
    { input: { consentId: 1 } },
  ),
];
