import type { FieldSample } from './samples.ts';
import { SCREENING_MUTATION_SAMPLES, SCREENING_QUERY_SAMPLES } from './screening-samples.ts';
import { WEBHOOK_MUTATION_SAMPLES, WEBHOOK_QUERY_SAMPLES } from './webhook-samples.ts';

/** Of what a service says of itself; v4 has nothing like it. */
export const DESK_QUERY_SAMPLES = {
  ...SCREENING_QUERY_SAMPLES,
  ...WEBHOOK_QUERY_SAMPLES,
} as const satisfies Record<string, FieldSample>;

export const DESK_MUTATION_SAMPLES = {
  ...SCREENING_MUTATION_SAMPLES,
  ...WEBHOOK_MUTATION_SAMPLES,
} as const satisfies Record<string, FieldSample>;
