import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAdvancedXml } from '../../../bench/src/screening/advanced-xml.ts';
import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';
import { ReadReport } from '../../../src/lists/list-reader.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { listFileAt } from '../../support/data/read-list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { chooseTemporaryFolder } from '../../support/database/temporary-folder.ts';
import { exposeGarbageCollection } from '../../support/processes/collect-garbage.ts';
import { GATEWAY } from '../../support/processes/serve-process.ts';

const database = useDatabase();
const MEGABYTE = 1024 ** 2;
/** As much as OFAC publishes. */
const BYTES = 105_000_000;
/** Without a limit the engine collects as late as it likes, so the peak would be a matter of luck. */
const HEAP_MB = 64;
let file = '';

beforeAll(async () => {
  file = join(await mkdtemp(join(chooseTemporaryFolder(), 'advanced-')), 'SDN_ADVANCED.XML');
  const entries = Array.from({ length: 4096 }, (_, at) => invent(at));
  await pipeline(Readable.from(writeAdvancedXml(entries, BYTES)), createWriteStream(file));
});
afterAll(async () => await rm(join(file, '..'), { recursive: true }));

const SYLLABLES = ['ba', 'che', 'di', 'fo', 'gu', 'jan', 'kel', 'mir'];

/** As wordy as what is published, with texts that are long enough for the engine to cut them out of others without a copy. */
function invent(at: number): ListEntry {
  const word = (by: number): string =>
    Array.from({ length: 4 }, (_, n) => SYLLABLES[((at * by) >> (3 * n)) & 7]).join('');
  const aliases = Array.from({ length: at % 3 }, (_, n) => `${word(3 + n)} ${word(7 + n)}`);
  return {
    key: String(at),
    partyType: at % 2 === 0 ? 'natural' : 'legal',
    names: [
      { name: `${word(1)}, ${word(5)} ${word(11)}`, kind: 'primary' },
      ...aliases.map((name) => ({ name, kind: 'aka' as const })),
    ],
    identifiers: [{ kind: 'passport', value: `PASSPORTNUMBER${at}`, country: 'Mexico' }],
    status: null,
    programs: [`PROGRAM-NUMBER-${at % 64}`],
    birthDates: ['1954-05-17'],
    countries: ['Mexico'],
    details: {},
  };
}

/** Its most memory in MiB, as Linux counts it: `maxRSS` begins with what the process that starts it has. */
async function peakOf(...args: string[]): Promise<number> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url };
  const command = [`--max-old-space-size=${HEAP_MB}`, GATEWAY, ...args];
  const child = spawn(process.execPath, command, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  let peak = 0;
  const watching = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 20);
  expect(await ended).toEqual([0, null]);
  clearInterval(watching);
  return peak;
}

describe("OFAC's list in its advanced form, of 105 MB", () => {
  it('is read with less than a fifth of it in memory', async () => {
    const collectGarbage = exposeGarbageCollection();
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const entries = READERS['ofac-sdn']([listFileAt(file)], new ReadReport())[
      Symbol.asyncIterator
    ]();
    // All that its parties refer to has been read by then.
    const first = await entries.next();
    expect(first.value).toMatchObject({ key: '0', programs: ['PROGRAM-NUMBER-0'] });
    collectGarbage();
    const held = process.memoryUsage().heapUsed - before;
    await entries.return?.();
    expect(held / MEGABYTE).toBeLessThan(21);
  });

  it.skipIf(process.platform !== 'linux')(
    'is loaded by a process of 64 MB of heap that never has more than 256 MB',
    async () => {
      expect(await peakOf('lists', 'import', 'ofac-sdn', file)).toBeLessThan(256);
    },
    300_000,
  );
});
