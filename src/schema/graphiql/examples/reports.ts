import { createExample, type Example } from '../example.ts';

const UNKNOWN_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Examples of signed reports of screenings. */
export const REPORT_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Signed report of a screening.
query ScreeningReport {
  screeningReport(screeningId: 1, format: JSON) {
    sha256
    signature
    content
  }
}
`,
  ),
  createExample(
    `
# Verifies that the gateway issued a report. The verdict on this SHA-256 is NOT_OURS.
query VerifyReport($input: VerifyReportInput!) {
  verifyReport(input: $input) {
    verdict
    screeningId
    format
  }
}
`,
    { input: { sha256: UNKNOWN_SHA256 } },
  ),
];
