import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ReadingInput } from '../../../src/domain/extraction/extraction.ts';
import { createReaders } from '../../../src/extraction/reader/readers.ts';
import { testReader } from '../../../src/extraction/reader/test-reader.ts';
import { createLogger } from '../../../src/log.ts';
import { openReaders } from '../../../src/server/open-readers.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeInvoice } from '../../support/data/documents.ts';
import { listReaderProcesses } from '../../support/processes/reader-processes.ts';

const MIB = 1024 * 1024;
const LIMITS = { heapMegabytes: 400, spentMsMax: 60_000, memoryBytesMax: 600 * MIB };
const HUNGRY = fileURLToPath(new URL('../../support/processes/hungry-reader.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'reader-test-'));
/** A folder whose name tells of a person. */
const home = join(folder, 'ana-lopez');
mkdirSync(home);
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a program that runs in the place of the one that reads documents. */
function writeProgram(name: string, code: string): string {
  const program = join(home, `${name}.mjs`);
  writeFileSync(program, code);
  return program;
}

const test = async (options: { program?: string } & Partial<typeof LIMITS> = {}) =>
  await testReader({ ...LIMITS, ...options }, new AbortController().signal);

/** What a dynamic linker and Node report of a library that the system lacks. */
const BROKEN = writeProgram(
  'lacks-library',
  `throw new Error('libresolv.so.2: cannot open shared object file: ${home}/libresolv.so.2');`,
);

describe('the test of a reader', () => {
  it('passes where readers read documents', async () => {
    const readers = createReaders(1);
    onTestFinished(readers.stop);
    expect(readers.getStats().isWorking).toBeUndefined();
    expect(await readers.test()).toEqual({ isWorking: true });
    expect(readers.getStats()).toEqual({ count: 1, busy: 0, waiting: 0, isWorking: true });
  });

  it.each<[string, string, string | RegExp]>([
    ['ends by itself', 'process.exit(3);', 'it exited with 3'],
    ['ends by a signal', 'process.abort();', /^it ended by SIGABRT/],
    [
      'reads nothing',
      "process.on('message', () => process.send({ kind: 'unreadable' }));",
      'it did not read application/pdf',
    ],
  ])('says why a program fails that %s', async (name, code, reason) => {
    const program = writeProgram(name.replaceAll(' ', '-'), code);
    const result = await test({ program });
    expect(result?.isWorking).toBe(false);
    expect(at(result, 'reason')).toMatch(reason);
  });

  it('says the error of a program that cannot start, without the folders in it', async () => {
    const reason =
      'it exited with 1: Error: libresolv.so.2: cannot open shared object file: libresolv.so.2';
    expect(await test({ program: BROKEN })).toEqual({ isWorking: false, reason });
  });

  it('ends a program that exceeds the limits of a document', async () => {
    expect(
      await test({ program: HUNGRY, memoryBytesMax: 100 * MIB, spentMsMax: 3_600_000 }),
    ).toEqual({ isWorking: false, reason: 'it exceeded its memory limit' });
    const reason = 'it did not read application/pdf in time';
    expect(await test({ spentMsMax: 0 })).toEqual({ isWorking: false, reason });
  });

  it('has no result once the readers are stopped', async () => {
    const readers = createReaders(1);
    const result = readers.test();
    readers.stop();
    expect(await result).toBeUndefined();
    expect(readers.getStats().isWorking).toBeUndefined();
  });
});

const INVOICE: ReadingInput = {
  mediaType: 'application/xml',
  bytes: makeInvoice(),
  claimed: null,
  today: '2024-06-01',
};

/** Returns the reader processes that the test starts. */
async function listStartedBy(startTest: () => void): Promise<number[]> {
  const before = new Set(listReaderProcesses());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  startTest();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  return listReaderProcesses().filter((pid) => !before.has(pid));
}

describe('readers of a process', () => {
  it('that cannot start are logged as an error, and counted as not working', async () => {
    const output = new PassThrough();
    const log = createLogger('info', output);
    const config = { readers: { max: 1, isIsolationRequired: false } };
    const readers = await openReaders({ config, log, program: BROKEN });
    onTestFinished(readers.stop);
    readers.startTest(0);
    await expect.poll(() => readers.getStats().isWorking, { timeout: 180_000 }).toBe(false);
    const line: unknown = JSON.parse(String(output.read()));
    expect(line).toMatchObject({ level: 50 });
    expect(at(line, 'reason')).toContain('libresolv.so.2');
    expect(at(line, 'readerIsolation')).toMatch(/^(?:kernel|node)$/);
    expect(JSON.stringify(line)).not.toContain('ana-lopez');
  });

  it('are tested by a further one that ends', async () => {
    const log = createLogger('info', new PassThrough());
    const config = { readers: { max: 1, isIsolationRequired: false } };
    const readers = await openReaders({ config, log });
    onTestFinished(readers.stop);
    expect(await listStartedBy(readers.startTest)).toHaveLength(1);
    await expect.poll(() => readers.getStats().isWorking, { timeout: 180_000 }).toBe(true);
    await expect.poll(() => listReaderProcesses(), { timeout: 60_000 }).toEqual([]);
  });

  it('are not tested once they have read a document', async () => {
    const output = new PassThrough();
    const log = createLogger('info', output);
    const readers = await openReaders({
      config: { readers: { max: 1, isIsolationRequired: false } },
      log,
    });
    onTestFinished(readers.stop);
    const reader = await readers.acquire(1);
    expect(await reader.read(INVOICE)).toMatchObject({ kind: 'read' });
    reader.release();
    expect(readers.getStats().isWorking).toBe(true);
    expect(await listStartedBy(readers.startTest)).toEqual([]);
    expect(output.read()).toBeNull();
  });

  it('are not tested in a process that reads no documents', async () => {
    const log = createLogger('info', new PassThrough());
    const config = { readers: { max: 0, isIsolationRequired: false } };
    const readers = await openReaders({ config, log });
    onTestFinished(readers.stop);
    expect(await listStartedBy(readers.startTest)).toEqual([]);
    expect(readers.getStats().isWorking).toBeUndefined();
  });
});
