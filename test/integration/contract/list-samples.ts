import { REPORT_QUERY_SAMPLES, REPORT_REST_SAMPLES } from './report-samples.ts';
import type { FieldSample, Sample } from './samples.ts';

const LOOK_UP = { scope: 'list:read', isForKeys: false } as const;
const RFC = 'EKU9003173C9';

function lookUpRest(list: string): Sample {
  const path = `/api/v4/blacklist/${list}`;
  return { ...LOOK_UP, request: () => ({ method: 'POST', path, body: { rfc: RFC } }) };
}

function lookUpOne(field: string): FieldSample {
  return { ...LOOK_UP, document: () => `{ ${field}(input: { rfc: "${RFC}" }) { isListed } }` };
}

function lookUpMany(field: string): FieldSample {
  return { ...LOOK_UP, document: () => `{ ${field}(rfcs: ["${RFC}"]) { isListed } }` };
}

/** They need the lists of the demo. */
export const LIST_REST_SAMPLES = {
  lookUpSat69: lookUpRest('sat69'),
  lookUpSat69b: lookUpRest('sat69b'),
  ...REPORT_REST_SAMPLES,
} as const satisfies Record<string, Sample>;

export const LIST_QUERY_SAMPLES = {
  sat69: lookUpOne('sat69'),
  sat69Batch: lookUpMany('sat69Batch'),
  sat69b: lookUpOne('sat69b'),
  sat69bBatch: lookUpMany('sat69bBatch'),
  ...REPORT_QUERY_SAMPLES,
} as const satisfies Record<string, FieldSample>;
