import { builder } from '../base/builder.ts';

export const ReportFormatEnum = builder.enumType('ReportFormat', {
  description: 'Format of a report. v4: `format`.',
  values: {
    JSON: { value: 'json', description: 'JSON, for processing by programs. v4: `json`.' },
    PDF: { value: 'pdf', description: 'PDF in Spanish, for reading and printing. v4: `pdf`.' },
  } as const,
});

export const ReportKindEnum = builder.enumType('ReportKind', {
  description: 'Kind of a signed report. v4: `kind`.',
  values: {
    SCREENING: {
      value: 'screening',
      description: 'Report on the result of a screening. v4: `SCREENING`.',
    },
    SOCIOECONOMIC: {
      value: 'socioeconomic',
      description: 'Socioeconomic report on a participant. v4: `SOCIOECONOMIC`.',
    },
  } as const,
});

export const ReportVerdictEnum = builder.enumType('ReportVerdict', {
  description: 'Result of the verification of a report. v4: `verdict`.',
  values: {
    VALID: {
      value: 'valid',
      description: 'Gateway issued the report, and its content is unchanged. v4: `VALID`.',
    },
    ALTERED: {
      value: 'altered',
      description:
        'Gateway issued the signature or the report id, but the content differs from the issued report. v4: `ALTERED`.',
    },
    NOT_OURS: {
      value: 'not_ours',
      description:
        'Neither the signature nor the stored record of issued reports shows that the gateway issued the report. v4: `NOT_OURS`.',
    },
  } as const,
});
