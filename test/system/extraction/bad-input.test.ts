import { afterAll, describe, expect, it } from 'vitest';
import type { ReadingInput, ReadingOutcome } from '../../../src/domain/extraction/extraction.ts';
import { createReader } from '../../../src/extraction/reader/reader.ts';
import { createReaders } from '../../../src/extraction/reader/readers.ts';
import { assemblePdf, makeInvoice, makeTextPdf } from '../../support/data/documents.ts';

const readers = createReaders(1);
afterAll(() => readers.stop());

const PDF = 'application/pdf';
const XML = 'application/xml';

async function read(bytes: Uint8Array, mediaType = PDF): Promise<ReadingOutcome> {
  const reading: ReadingInput = { mediaType, bytes, claimed: null, today: '2024-06-01' };
  const reader = await readers.acquire(1);
  return await reader.read(reading).finally(reader.release);
}

/** What is said of the reading itself. */
function notesOf(outcome: ReadingOutcome): string[] {
  if (outcome.kind === 'failed') throw new Error(outcome.failure);
  const { checks } = outcome.extracted;
  return checks.filter(({ code }) => code === 'reading').map(({ detail }) => detail);
}

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';

describe('what is no document', () => {
  it.each([
    ['cut', makeTextPdf('RFC: EKU9003173C9').subarray(0, 60), PDF],
    ['of zeros', Buffer.alloc(1000), PDF],
    ['an invoice cut', makeInvoice().subarray(0, 700), XML],
    ['an invoice with entities', makeInvoice({ head: '<!DOCTYPE x [<!ENTITY a "b">]>' }), XML],
    ['XML of a thousand levels', Buffer.from('<a>'.repeat(1000) + '</a>'.repeat(1000)), XML],
    ['XML of very many elements', Buffer.from(`<a>${'<b/>'.repeat(60_000)}</a>`), XML],
    ['XML in another encoding', Buffer.from('<a b="\u00d1"/>', 'latin1'), XML],
  ])('is refused as such: %s', async (_what, bytes, mediaType) => {
    expect(await read(bytes, mediaType)).toMatchObject({
      kind: 'failed',
      failure: 'unreadable_document',
    });
  });
});

describe('a PDF', () => {
  it('that is encrypted is told to be, and of no kind', async () => {
    const trailer =
      '/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <' +
      `${'0'.repeat(64)}> /U <${'1'.repeat(64)}> >> /ID [<00> <00>]`;
    const outcome = await read(
      assemblePdf([CATALOG, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', PAGE], trailer),
    );
    expect(outcome).toMatchObject({ extracted: { kind: 'unknown', fields: [] } });
    expect(notesOf(outcome)).toEqual(['The PDF is encrypted and was not read']);
  });

  it('of 10,000 pages is read for its first ones', async () => {
    const kids = Array.from({ length: 10_000 }, (_, place) => `${place + 3} 0 R`).join(' ');
    const pages = `<< /Type /Pages /Count 10000 /Kids [${kids}] >>`;
    const outcome = await read(
      assemblePdf([CATALOG, pages, ...Array.from({ length: 10_000 }, () => PAGE)]),
    );
    expect(outcome).toMatchObject({ kind: 'read', pageCount: 10_000 });
    expect(notesOf(outcome)).toContain('Only the first pages were read');
  });

  it('with scripts is read without running them, and that is told', async () => {
    const script = '<< /S /JavaScript /JS (while\\(true\\){}) >>';
    const names = `<< /JavaScript << /Names [(a) ${script}] >> >>`;
    const catalog = `<< /Type /Catalog /Pages 2 0 R /Names ${names} /OpenAction ${script} >>`;
    const outcome = await read(
      assemblePdf([catalog, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', PAGE]),
    );
    expect(notesOf(outcome)).toContain('The PDF holds scripts or forms, which were not run');
  });
});

describe('a reader', () => {
  it('that takes too long is ended, and the next document is read', async () => {
    const bytes = makeTextPdf(...Array.from({ length: 30 }, () => 'A: B '.repeat(5000)));
    const slow: ReadingInput = { mediaType: PDF, bytes, claimed: null, today: '2024-06-01' };
    const options = {
      idleMs: 60_000,
      heapMegabytes: 400,
      memoryBytesMax: 600 * 1024 * 1024,
      spentMsMax: 1,
    };
    const reader = createReader(options);
    expect(await reader.read(slow, {})).toMatchObject({ kind: 'failed', failure: 'timed_out' });
    options.spentMsMax = 60_000;
    const invoice = { ...slow, bytes: makeInvoice(), mediaType: XML };
    expect(await reader.read(invoice, {})).toMatchObject({ extracted: { kind: 'cfdi' } });
    reader.stop();
  });

  it('reads documents one after the other, whatever came of those before', async () => {
    const outcomes = await Promise.all([
      read(Buffer.alloc(10)),
      read(makeInvoice(), XML),
      read(makeInvoice({ total: '1.00' }), XML),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'read', 'read']);
  });
});
