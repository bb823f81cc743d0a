import type { FieldSample } from './samples.ts';
import { SCREENING_MUTATION_SAMPLES, SCREENING_QUERY_SAMPLES } from './screening-samples.ts';
import {
  SOCIOECONOMIC_MUTATION_SAMPLES,
  SOCIOECONOMIC_QUERY_SAMPLES,
} from './socioeconomic-samples.ts';
import { WEBHOOK_MUTATION_SAMPLES, WEBHOOK_QUERY_SAMPLES } from './webhook-samples.ts';

/** Of what a service does by itself, and of reports. */
export const DESK_QUERY_SAMPLES = {
  ...SCREENING_QUERY_SAMPLES,
  ...SOCIOECONOMIC_QUERY_SAMPLES,
  ...WEBHOOK_QUERY_SAMPLES,
} as const satisfies Record<string, FieldSample>;

export const DESK_MUTATION_SAMPLES = {
  ...SCREENING_MUTATION_SAMPLES,
  ...SOCIOECONOMIC_MUTATION_SAMPLES,
  ...WEBHOOK_MUTATION_SAMPLES,
} as const satisfies Record<string, FieldSample>;
