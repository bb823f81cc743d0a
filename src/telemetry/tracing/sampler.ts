import type { SamplerOptions } from '../../config/telemetry-options.ts';

/** Decides whether to trace. `isParentTraced` is the decision of the caller, undefined without one. */
export type Sampler = (isParentTraced: boolean | undefined) => boolean;

/**
 * Decides before anything of a trace is made, so that what is not traced costs next to nothing. The names and their meaning
 * are OpenTelemetry's, but for `parentbased_ratelimiting`.
 */
export function createSampler({ name, arg }: SamplerOptions): Sampler {
  const root = createRoot(name, arg);
  if (!name.startsWith('parentbased_')) return root;
  return (isParentTraced) => isParentTraced ?? root();
}

function createRoot(name: SamplerOptions['name'], arg: number): () => boolean {
  if (name.endsWith('always_on')) return () => true;
  if (name.endsWith('always_off')) return () => false;
  if (name.endsWith('traceidratio')) return () => Math.random() < arg;
  return createRateLimit(arg);
}

/** Creates a limit of traces per second, which may all occur at once. */
export function createRateLimit(
  perSecond: number,
  now: () => number = () => performance.now(),
): () => boolean {
  const max = Math.max(1, perSecond);
  let left = max;
  let countedAt = now();
  return () => {
    if (perSecond === 0) return false;
    const time = now();
    left = Math.min(max, left + ((time - countedAt) / 1000) * perSecond);
    countedAt = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
