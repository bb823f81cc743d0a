import type { SamplerOptions } from '../../config/telemetry-options.ts';

/** Decides whether to trace. `isParentTraced` is the decision of the caller, undefined without one. */
export type Sampler = (isParentTraced: boolean | undefined) => boolean;

/**
 * Creates a sampler that decides before any span is created, so that untraced requests cost next to nothing. Names and
 * meanings are OpenTelemetry's, except `parentbased_ratelimiting`.
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
  let tokens = max;
  let countedAt = now();
  return () => {
    if (perSecond === 0) return false;
    const time = now();
    tokens = Math.min(max, tokens + ((time - countedAt) / 1000) * perSecond);
    countedAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
