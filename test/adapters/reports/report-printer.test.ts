import { afterAll, describe, expect, it } from 'vitest';
import { createReportPrinter } from '../../../src/adapters/reports/report-printer.ts';
import { inventMaterial, inventReport } from '../../support/socioeconomic.ts';

const printer = createReportPrinter();
afterAll(async () => await printer.close());

const printed = {
  report: inventReport(inventMaterial()),
  digest: 'ab'.repeat(32),
  signature: null,
  page: 'letter' as const,
  pictures: { photo: null, map: null },
};

describe('the printer of reports', () => {
  it('has few read what is to be printed at once, and refuses whoever is too many', async () => {
    const { promise: go, resolve: start } = Promise.withResolvers<void>();
    const read = { now: 0, most: 0 };
    const one = async () => {
      read.now += 1;
      read.most = Math.max(read.most, read.now);
      await go;
      read.now -= 1;
      return printed;
    };
    const asked = Array.from({ length: 40 }, async () => await printer.print(one));
    const settled = Promise.allSettled(asked);
    expect(printer.read().waiting).toBe(32);
    start();
    const outcomes = await settled;
    const made = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(35);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'too_many_requests' },
    });
    expect(read.most).toBeLessThanOrEqual(3);
    expect(printer.read().waiting).toBe(0);
  });

  it('goes on after one that could not be read', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(
        async () => await printer.print(async () => await Promise.reject(new Error('gone'))),
      ),
    );
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect((await printer.print(printed)).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
