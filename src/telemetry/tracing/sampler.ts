import type { SamplerOptions } from '../../config/telemetry-options.ts';

/** Returns true to trace the work. `isParentTraced` is the decision of the caller; undefined when it sent none. */
export type Sampler = (isParentTraced: boolean | undefined) => boolean;

/**
 * Creates a sampler that decides before any span is created, so that untraced requests create no objects. Names and
 * meanings are those of OpenTelemetry, except `parentbased_ratelimiting`.
 */
export function createSampler({ name, arg }: SamplerOptions): Sampler {
  const root = createRootSampler(name, arg);
  if (!name.startsWith('parentbased_')) return root;
  return (isParentTraced) => isParentTraced ?? root();
}

function createRootSampler(name: SamplerOptions['name'], arg: number): () => boolean {
  if (name.endsWith('always_on')) return () => true;
  if (name.endsWith('always_off')) return () => false;
  if (name.endsWith('traceidratio')) return () => Math.random() < arg;
  return createTokenBucket(arg);
}

/** Creates a token bucket: true up to `perSecond` times a second, with bursts of the same size. */
export function createTokenBucket(
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
