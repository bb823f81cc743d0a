import sharp from 'sharp';
import type { ReadingInput } from '../../../src/domain/extraction/extraction.ts';
import { makeScannedPdf } from '../../../test/support/data/scanned-pdf.ts';
import { drawSpecimens, printSpecimens, writeInvoices } from './draw-specimens.ts';

const SEED = 51;
const TODAY = '2026-11-22';
/** As many dots as a picture may have, 40 million. */
const LARGE = { width: 8_000, height: 5_000 };

/**
 * Yields a typical mix of documents without end: mostly PDFs with text and invoices; every fourth is an image or a scan
 * of two pages.
 */
export async function* sendMixed(): AsyncGenerator<ReadingInput> {
  const texts = [...writeInvoices(SEED, 4), ...(await collect(printSpecimens(SEED)))];
  const pictures = await drawPictures();
  for (let at = 0; ; at++) {
    const [kind, place] = at % 4 === 3 ? [pictures, (at - 3) / 4] : [texts, at];
    const next = kind[place % kind.length];
    if (next !== undefined) yield { ...next, claimed: null, today: TODAY };
  }
}

type Sent = Pick<ReadingInput, 'mediaType' | 'bytes'>;

async function drawPictures(): Promise<Sent[]> {
  const drawn = await collect(drawSpecimens(SEED));
  const jpegs = await Promise.all(drawn.map(async ({ png }) => await sharp(png).jpeg().toBuffer()));
  const [first = Buffer.alloc(0)] = jpegs;
  const { width, height } = await sharp(first).metadata();
  const gray = await sharp(first).grayscale().jpeg().toBuffer();
  const scan = makeScannedPdf({ jpeg: gray, width, height }, 2);
  const large = await sharp(jpegs[1]).resize(LARGE).jpeg({ quality: 60 }).toBuffer();
  return [
    ...[...jpegs, large].map((bytes) => ({ mediaType: 'image/jpeg', bytes })),
    { mediaType: 'application/pdf', bytes: scan },
  ];
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const one of items) all.push(one);
  return all;
}
