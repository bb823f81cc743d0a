/** What a signed report is about: what a screening found, or how somebody lives. */
export const REPORT_KINDS = ['screening', 'socioeconomic'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
