import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { createReportPrinter } from '../../../../src/adapters/reports/report-printer.ts';
import { preparePictures } from '../../../../src/extraction/reader/prepare-pictures.ts';
import { inventMaterial, inventReport } from '../../../support/data/socioeconomic.ts';

const printer = createReportPrinter({ publicUrl: null, preparePictures });
afterAll(async () => await printer.close());

const printed = {
  report: inventReport(inventMaterial()),
  digest: 'ab'.repeat(32),
  signature: null,
  page: 'letter' as const,
  pictures: { photo: null, map: null },
};

/** The nineteenth field of a thread's line in proc(5), of which the second, its name in brackets, may hold anything. */
function nicenessOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

const SERVICE = 1;
const OTHER_SERVICE = 2;

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
    const asked = Array.from({ length: 100 }, async (_, at) => await printer.print(at, one));
    const settled = Promise.allSettled(asked);
    expect(printer.getStats().waiting).toBe(64);
    start();
    const outcomes = await settled;
    const made = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(67);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'too_many_requests' },
    });
    expect(read.most).toBeLessThanOrEqual(3);
    expect(printer.getStats().waiting).toBe(0);
  });

  it('takes what another service asks for between the many of one, which may not take all places', async () => {
    const { promise: go, resolve: start } = Promise.withResolvers<void>();
    const order: number[] = [];
    const ask = async (serviceId: number) =>
      await printer.print(serviceId, async () => {
        await go;
        order.push(serviceId);
        return printed;
      });
    const many = Array.from({ length: 20 }, async () => await ask(SERVICE));
    const other = ask(OTHER_SERVICE);
    const settled = Promise.allSettled(many);
    start();
    await other;
    const refused = (await settled).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1);
    // Three have their turn already, and one of the many is next.
    expect(order.indexOf(OTHER_SERVICE)).toBeLessThanOrEqual(4);
  });

  it.runIf(process.platform === 'linux')('gives way to the thread that answers', async () => {
    await printer.print(SERVICE, printed);
    const own = getPriority();
    const threads = await readdir('/proc/self/task');
    const read = threads.map(async (id) => await readFile(`/proc/self/task/${id}/stat`, 'utf8'));
    // A thread may end before it is read.
    const stats = (await Promise.allSettled(read)).filter((one) => one.status === 'fulfilled');
    const niceness = stats.map(({ value }) => nicenessOf(value));
    expect(niceness.toSorted((left, right) => right - left)[0]).toBe(Math.min(19, own + 5));
    expect(getPriority()).toBe(own);
  });

  it('goes on after one that could not be read', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(
        async () =>
          await printer.print(SERVICE, async () => await Promise.reject(new Error('gone'))),
      ),
    );
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect((await printer.print(SERVICE, printed)).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
