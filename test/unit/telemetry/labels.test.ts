import { describe, expect, it } from 'vitest';
import { createLabelLimiter } from '../../../src/telemetry/metrics/label-limiter.ts';
import { toOperationName, toWire } from '../../../src/telemetry/metrics/operation-label.ts';
import { labelServices } from '../../../src/telemetry/metrics/service-labels.ts';

describe('the values of labels', () => {
  it('are bounded: what comes past the bound is other, what was there before stays', () => {
    const labels = createLabelLimiter(2);
    expect(['a', 'b', 'c', 'a', 'b', 'd'].map(labels)).toEqual([
      'a',
      'b',
      'other',
      'a',
      'b',
      'other',
    ]);
  });

  it.each([
    ['query Page', 'query Page'],
    ['mutation completeBusiness', 'mutation completeBusiness'],
    ['getBusinessDetail', 'getBusinessDetail'],
    ['query business,viewer', 'other'],
    ['query viewer,business,node,nodes,file,+2', 'other'],
    [`query ${'x'.repeat(101)}`, 'other'],
    ['unknown', 'other'],
    [undefined, 'other'],
  ])('of the operation %s are %s', (operation, label) => {
    expect(toOperationName(operation)).toBe(label);
  });

  it('of the wire are four', () => {
    const routes = ['/graphql', '/api/v4/business/detail', 'page', 'preflight', 'unknown'];
    expect(routes.map(toWire)).toEqual(['graphql', 'rest', 'page', 'other', 'other']);
  });

  it('of services are names for the first two hundred, and the others together', async () => {
    const numbers = new Map([
      [0, 3],
      ...Array.from({ length: 250 }, (_, at) => [at + 1, 2] as const),
    ]);
    const loaded: number[] = [];
    const names = {
      load: async (ids: Iterable<number>) => {
        loaded.push(...ids);
        await Promise.resolve();
      },
      getName: (id: number) => `s${id}`,
    };
    const readings = await labelServices(numbers, names);
    expect(readings).toHaveLength(201);
    expect(readings.slice(0, 2)).toEqual([
      [3, '(shared)'],
      [2, 's1'],
    ]);
    expect(readings.at(-1)).toEqual([102, '(others)']);
    expect(loaded).toHaveLength(200);
  });
});
