import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReadingInput, ReadingProgress } from '../../../src/domain/extraction/extraction.ts';
import { createReader } from '../../../src/extraction/reader/reader.ts';
import { createReaders, type RunningReaders } from '../../../src/extraction/reader/readers.ts';
import { makeInvoice } from '../../support/data/documents.ts';
import { makeScannedPdf, readSpecimen } from '../../support/data/scanned-pdf.ts';
import { listReaderProcesses } from '../../support/processes/reader-processes.ts';

const INVOICE = readingOf(makeInvoice(), 'application/xml');

function readingOf(bytes: Uint8Array, mediaType: string): ReadingInput {
  return { mediaType, bytes, claimed: null, today: '2024-06-01' };
}

let scan = INVOICE;
beforeAll(async () => {
  const jpeg = readSpecimen('ine-back');
  const { width, height } = await sharp(jpeg).metadata();
  scan = readingOf(makeScannedPdf({ jpeg, width, height }, 3), 'application/pdf');
});

describe('readers', () => {
  const readers = createReaders(4);
  afterAll(() => readers.stop());

  it('are lent to requests while any is free, half of them at most to one service', () => {
    const first = readers.tryAcquire(1);
    const second = readers.tryAcquire(1);
    expect(readers.tryAcquire(1)).toBeUndefined();
    const others = [readers.tryAcquire(2), readers.tryAcquire(2)];
    expect(readers.tryAcquire(3)).toBeUndefined();
    first?.release();
    first?.release();
    const again = readers.tryAcquire(1);
    expect(again).toBeDefined();
    expect(readers.tryAcquire(1)).toBeUndefined();
    expect(readers.tryAcquire(3)).toBeUndefined();
    for (const one of [second, again, ...others]) one?.release();
  });

  it('are waited for by jobs, in the order in which they came', async () => {
    const held = await Promise.all([1, 2, 3, 4].map(async () => await readers.acquire(1)));
    const order: string[] = [];
    const waiting = ['one', 'other'].map(async (name) => {
      const reader = await readers.acquire(1);
      order.push(name);
      reader.release();
    });
    expect(readers.tryAcquire(1)).toBeUndefined();
    held[0]?.release();
    await Promise.all(waiting);
    expect(order).toEqual(['one', 'other']);
    for (const one of held) one.release();
  });
});

describe('a reader', () => {
  const readers = createReaders(1);
  afterAll(() => readers.stop());

  it('reads documents of one service only, and is replaced for another', async () => {
    const first = await readFor(readers, 1);
    expect(first).toHaveLength(1);
    expect(await readFor(readers, 1)).toEqual(first);
    const other = await readFor(readers, 2);
    expect(other).not.toContain(first[0]);
    expect(await readFor(readers, 1)).not.toContain(other[0]);
  });

  it('is taken by the service whose documents it has read, where several are free', async () => {
    const two = createReaders(2);
    const held = [await two.acquire(1), await two.acquire(2)];
    for (const reader of held) await reader.read(INVOICE);
    const before = listReaderProcesses();
    for (const reader of held) reader.release();
    for (const serviceId of [1, 2]) {
      const reader = two.tryAcquire(serviceId);
      expect(await reader?.read(INVOICE)).toMatchObject({ kind: 'read' });
    }
    expect(listReaderProcesses()).toEqual(before);
    two.stop();
  });

  it('tells each page that it has read of a scan', async () => {
    const reader = await readers.acquire(1);
    const told: number[] = [];
    const onProgress = ({ pagesRead }: ReadingProgress): void => void told.push(pagesRead);
    const outcome = await reader.read(scan, { onProgress });
    reader.release();
    // A machine that is busy leaves off the last pages, and tells none of them.
    expect(told).toEqual([0, 1, 2, 3].slice(0, told.length));
    expect(told.length).toBeGreaterThan(1);
    expect(outcome).toMatchObject({ kind: 'read', pagesRead: told.at(-1), pageCount: 3 });
  });

  it('that somebody kills fails its own document alone, twice in a row too', async () => {
    const lost = await readers.acquire(1);
    const killed: number[] = [];
    const onProgress = (): void => {
      const own = listReaderProcesses().filter((pid) => !killed.includes(pid));
      for (const pid of own) process.kill(pid, 'SIGKILL');
      killed.push(...own);
    };
    const readTwice = async () => [
      await lost.read(scan, { onProgress }),
      await lost.read(scan, { onProgress }),
    ];
    const outcomes = await Promise.all([
      readTwice().finally(lost.release),
      readers.acquire(1).then(async (next) => await next.read(INVOICE).finally(next.release)),
    ]);
    expect(outcomes.flat()).toMatchObject([
      { kind: 'failed', failure: 'reader_lost' },
      { kind: 'failed', failure: 'reader_lost' },
      { kind: 'read', extracted: { kind: 'cfdi' } },
    ]);
    expect(killed).toHaveLength(2);
  });

  it('that is killed while it has nothing to read fails no document', async () => {
    const reader = await readers.acquire(1);
    const read = async () => await reader.read(INVOICE);
    expect(await read()).toMatchObject({ kind: 'read' });
    await kill(listReaderProcesses());
    expect(await read()).toMatchObject({ kind: 'read' });
    await kill(listReaderProcesses());
    expect(await read()).toMatchObject({ kind: 'read' });
    reader.release();
  });

  it('that hangs is ended, by the clock alone, and the next document is read', async () => {
    const options = {
      idleMs: 60_000,
      heapMegabytes: 400,
      memoryBytesMax: 600 * 1024 * 1024,
      spentMsMax: 2_000,
    };
    const hanging = createReader(options);
    const known = new Set(listReaderProcesses());
    const onProgress = (): void => {
      for (const pid of listReaderProcesses()) if (!known.has(pid)) process.kill(pid, 'SIGSTOP');
    };
    const outcome = await hanging.read(scan, { onProgress });
    options.spentMsMax = 60_000;
    const next = await hanging.read(INVOICE, {});
    hanging.stop();
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'timed_out' });
    expect(next).toMatchObject({ kind: 'read', extracted: { kind: 'cfdi' } });
  });
});

/** Has an invoice read for a service and returns the processes of readers. */
async function readFor(readers: RunningReaders, serviceId: number): Promise<number[]> {
  const reader = await readers.acquire(serviceId);
  expect(await reader.read(INVOICE)).toMatchObject({ kind: 'read' });
  reader.release();
  return listReaderProcesses();
}

/** And waits until this process knows it. */
async function kill(pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(pids.filter(isThere)).toEqual([]));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
