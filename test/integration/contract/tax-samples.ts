import type { FieldSample, Sample } from './samples.ts';

const VALIDATE = { scope: 'tax:validate', isForKeys: false } as const;

export const TAX_REST_SAMPLES = {
  validateRfc: {
    ...VALIDATE,
    request: () => ({
      method: 'POST',
      path: '/api/v4/rfc/validate',
      body: { rfc: 'EKU9003173C9' },
    }),
  },
} as const satisfies Record<string, Sample>;

export const TAX_QUERY_SAMPLES = {
  validateCurp: {
    ...VALIDATE,
    document: () => '{ validateCurp(input: { curp: "RILE850307MDFSNL04" }) { valid } }',
  },
  validateRfc: {
    ...VALIDATE,
    document: () => '{ validateRfc(input: { rfc: "EKU9003173C9" }) { valid } }',
  },
  validateRfcs: {
    ...VALIDATE,
    document: () => '{ validateRfcs(inputs: [{ rfc: "EKU9003173C9" }]) { valid } }',
  },
} as const satisfies Record<string, FieldSample>;
