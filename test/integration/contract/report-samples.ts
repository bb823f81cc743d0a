import type { FieldSample, Sample } from './samples.ts';

const SHA256 = 'ab'.repeat(32);
const READ = { scope: 'screening:read', isForKeys: false } as const;
const WRITE = {
  scope: 'screening:write',
  otherScopes: ['screening:read', 'personal:read'],
  isForKeys: false,
} as const;
const PATH = '/api/v4/blacklist/report';

function generate(list: string): Sample {
  const path = `/api/v4/blacklist/${list}/report`;
  return { ...WRITE, request: () => ({ method: 'POST', path, body: { nombre: 'Ana Ejemplo' } }) };
}

/** They need the lists of the demo. */
export const REPORT_REST_SAMPLES = {
  generateOfacReport: generate('ofac'),
  generatePepsReport: generate('peps'),
  getReport: {
    ...READ,
    otherScopes: ['personal:read'],
    request: ({ screeningId }) => ({ method: 'GET', path: `${PATH}/${screeningId}` }),
  },
  getReportPdf: {
    ...READ,
    otherScopes: ['personal:read', 'file:read'],
    request: ({ screeningId }) => ({ method: 'GET', path: `${PATH}/${screeningId}/pdf` }),
  },
  verifyReport: {
    ...READ,
    request: () => ({ method: 'POST', path: `${PATH}/verify`, body: { sha256: SHA256 } }),
  },
} as const satisfies Record<string, Sample>;

export const REPORT_QUERY_SAMPLES = {
  screeningReport: {
    ...READ,
    otherScopes: ['personal:read'],
    document: ({ screeningId }) =>
      `{ screeningReport(screeningId: ${screeningId}, format: JSON) { sha256 } }`,
  },
  verifyReport: {
    ...READ,
    document: () => `{ verifyReport(input: { sha256: "${SHA256}" }) { verdict } }`,
  },
} as const satisfies Record<string, FieldSample>;
