import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createReaders } from '../../../src/extraction/reader/readers.ts';
import { makeInvoice } from '../../support/data/documents.ts';
import { listReaderProcesses } from '../../support/processes/reader-processes.ts';

const readers = createReaders(1);
afterAll(() => readers.stop());

describe('a process that reads', () => {
  it('gives way to requests, by itself and where sessions share out a core', async () => {
    const reader = await readers.acquire(1);
    const bytes = makeInvoice();
    const reading = { mediaType: 'application/xml', bytes, claimed: null, today: '2024-06-01' };
    await reader.read(reading).finally(reader.release);
    const [pid = 0] = listReaderProcesses();
    const niceness = Math.min(19, getPriority() + 5);
    expect(getPriority(pid)).toBe(niceness);
    const group = `/proc/${pid}/autogroup`;
    if (!existsSync(group)) return;
    expect(readFileSync(group, 'utf8')).not.toBe(readFileSync('/proc/self/autogroup', 'utf8'));
    await vi.waitUntil(() => readFileSync(group, 'utf8').trim().endsWith(`nice ${niceness}`));
  });
});
