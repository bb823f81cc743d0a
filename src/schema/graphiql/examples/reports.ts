import { type Example, makeExample } from '../example.ts';

const UNKNOWN_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const REPORT_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# What a screening found, signed: to keep and to show elsewhere.
query ScreeningReport {
  screeningReport(screeningId: 1, format: JSON) {
    sha256
    signature
    content
  }
}
`,
  ),
  makeExample(
    `
# Whether something is a report that was given out here; this is none.
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
