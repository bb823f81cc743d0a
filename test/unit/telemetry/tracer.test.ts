import { AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { createTracer } from '../../../src/telemetry/tracing/tracer.ts';

const BOUND = 1_000;

it('a trace bounds its parts and calls together, and calls past the bound belong to the whole', () => {
  const names: string[] = [];
  const provider = new TracerProvider({
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      {
        onStart: (span) => void names.push(span.name),
        onEnd: () => undefined,
        forceFlush: async () => await Promise.resolve(),
        shutdown: async () => await Promise.resolve(),
      },
    ],
  });
  const trace = createTracer(provider.getTracer('test'), () => true).job('deliver_webhook');
  const parents = new Set<string | undefined>();
  for (let turn = 0; turn < BOUND; turn += 1) {
    trace?.begin('part')(false);
    const call = trace?.call('POST');
    call?.end(200);
    if (turn >= BOUND / 2) parents.add(call?.headers['traceparent']);
  }
  expect(names.filter((name) => name === 'part')).toHaveLength(BOUND / 2);
  expect(names.filter((name) => name === 'POST')).toHaveLength(BOUND / 2);
  // One parent for all of them, in the same trace.
  expect(parents.size).toBe(1);
  expect([...parents][0]).toMatch(new RegExp(`^00-${trace?.id}-[0-9a-f]{16}-01$`));
});
