/** Kinds of signed reports: result of a screening, or socio-economic report. */
export const REPORT_KINDS = ['screening', 'socioeconomic'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
