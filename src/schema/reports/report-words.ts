import { builder } from '../base/builder.ts';

export const ReportFormatEnum = builder.enumType('ReportFormat', {
  description: 'Format of a report. v4: `format`.',
  values: {
    JSON: { value: 'json', description: 'JSON, for programs. v4: `json`.' },
    PDF: { value: 'pdf', description: 'PDF in Spanish, for people. v4: `pdf`.' },
  } as const,
});

export const ReportKindEnum = builder.enumType('ReportKind', {
  description: 'Kind of a signed report. v4: `kind`.',
  values: {
    SCREENING: { value: 'screening', description: 'Result of a screening. v4: `SCREENING`.' },
    SOCIOECONOMIC: {
      value: 'socioeconomic',
      description: 'Socio-economic report. v4: `SOCIOECONOMIC`.',
    },
  } as const,
});

export const ReportVerdictEnum = builder.enumType('ReportVerdict', {
  description: 'Result of the verification of a report. v4: `verdict`.',
  values: {
    VALID: {
      value: 'valid',
      description: 'The report was issued by the gateway and is unchanged. v4: `VALID`.',
    },
    ALTERED: {
      value: 'altered',
      description:
        'The signature or the report id was issued by the gateway, but the content differs. v4: `ALTERED`.',
    },
    NOT_OURS: {
      value: 'not_ours',
      description:
        'Neither a signature nor a stored record shows that the gateway issued the report. v4: `NOT_OURS`.',
    },
  } as const,
});
