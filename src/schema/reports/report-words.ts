import { builder } from '../base/builder.ts';

export const ReportFormatEnum = builder.enumType('ReportFormat', {
  description: 'Format of a report. v4: `format`.',
  values: {
    JSON: { value: 'json', description: 'For programs. v4 `json`.' },
    PDF: { value: 'pdf', description: 'For people, in Spanish. v4 `pdf`.' },
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
    VALID: { value: 'valid', description: 'It is, as it was given out. v4 `VALID`.' },
    ALTERED: {
      value: 'altered',
      description:
        'Its signature or its number is one of ours; what was shown is not. v4 `ALTERED`.',
    },
    NOT_OURS: { value: 'not_ours', description: 'Nothing says that it is. v4 `NOT_OURS`.' },
  } as const,
});
