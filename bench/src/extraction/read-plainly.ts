import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, type Worker } from 'tesseract.js';
import type { DocumentContent } from '../../../src/domain/extraction/document-content.ts';

/** Opens the baseline reader: the OCR engine with its defaults, one pass over the unprocessed image. */
export async function openPlainReader(): Promise<Worker> {
  const manifest = createRequire(import.meta.url).resolve('@tesseract.js-data/spa/package.json');
  const langPath = join(dirname(manifest), '4.0.0_best_int');
  return await createWorker('spa', 1, { langPath, gzip: true, cacheMethod: 'none' });
}

export async function readPlainly(worker: Worker, jpeg: Buffer): Promise<DocumentContent> {
  const { data } = await worker.recognize(jpeg, {}, { blocks: true });
  const lines = (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap((paragraph) => paragraph.lines)
    .map(({ words }) => words);
  const texts = lines.map((words) => words.map(({ text }) => text).join(' '));
  const zone = texts.map((text) => text.replaceAll(' ', '')).filter(isMachineLine);
  const page = {
    number: 1,
    source: 'ocr' as const,
    text: texts.join('\n'),
    words: lines
      .flat()
      .map(({ text, confidence }) => ({ text, confidence: confidence / 100, box: null })),
  };
  return {
    mediaType: 'image/jpeg',
    pageCount: 1,
    pages: [page],
    codes: [],
    mrz: zone.length < 2 ? null : { lines: zone, page: 1, confidence: data.confidence / 100 },
    xml: null,
    certificate: null,
    notes: [],
  };
}

function isMachineLine(text: string): boolean {
  return (text.length === 30 || text.length === 44) && text.includes('<');
}
