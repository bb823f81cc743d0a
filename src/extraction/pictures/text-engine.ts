import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, type Page, PSM, type Worker } from 'tesseract.js';
import { type GrayPicture, type Region, toPgm } from './gray-picture.ts';

/** Letters of a page are read with the Spanish data, lines for machines with the English. */
export type Language = 'spa' | 'eng';

/** A word with its place in dots and how sure the engine is, 0 to 1. */
export type SeenWord = Region & { text: string; confidence: number };

export type TextEngine = {
  /** All words of a picture, wherever they stand. */
  readWords: (picture: GrayPicture) => Promise<SeenWord[]>;
  /** Lines of capitals, digits and `<`, top to bottom. */
  readMachineLines: (picture: GrayPicture, language: Language) => Promise<string[]>;
  /** One line of capitals and digits. */
  readSigns: (picture: GrayPicture, language: Language) => Promise<string>;
  close: () => Promise<void>;
};

const MACHINE_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** Started when something is to be read; of both languages only those that are needed. */
function createTextEngine(): TextEngine {
  const started = new Map<Language, Promise<Worker>>();
  const engineOf = async (language: Language): Promise<Worker> => {
    const worker = started.get(language) ?? startEngine(language);
    started.set(language, worker);
    return await worker;
  };
  return {
    readWords: async (picture) => {
      const worker = await engineOf('spa');
      await worker.setParameters({
        tessedit_pageseg_mode: PSM.SPARSE_TEXT,
        tessedit_char_whitelist: '',
      });
      const { data } = await worker.recognize(toPgm(picture), {}, { blocks: true });
      return wordsOf(data);
    },
    readMachineLines: async (picture, language) => {
      const data = await readSignsWith(await engineOf(language), picture, PSM.SINGLE_BLOCK);
      const lines = data.text.split('\n').map((line) => line.replaceAll(' ', ''));
      return lines.filter((line) => line !== '');
    },
    readSigns: async (picture, language) => {
      const data = await readSignsWith(await engineOf(language), picture, PSM.SINGLE_LINE);
      return data.text.replace(/[\s<]/g, '');
    },
    close: async () => {
      for (const worker of started.values()) await (await worker).terminate();
      started.clear();
    },
  };
}

async function readSignsWith(worker: Worker, picture: GrayPicture, mode: PSM): Promise<Page> {
  await worker.setParameters({
    tessedit_pageseg_mode: mode,
    tessedit_char_whitelist: MACHINE_SIGNS,
  });
  const { data } = await worker.recognize(toPgm(picture), {}, { text: true });
  return data;
}

let shared: TextEngine | undefined;

/** The one of this process, which ends with it. */
export function textEngine(): TextEngine {
  return (shared ??= createTextEngine());
}

/** The data is the package's own: a folder is read, never an address, and nothing is kept elsewhere. */
async function startEngine(language: Language): Promise<Worker> {
  const manifest = createRequire(import.meta.url).resolve(
    `@tesseract.js-data/${language}/package.json`,
  );
  const langPath = join(dirname(manifest), '4.0.0_best_int');
  const worker = await createWorker(language, OEM.LSTM_ONLY, {
    langPath,
    gzip: true,
    cacheMethod: 'none',
    // Without it a picture that cannot be read would be an error that nobody can catch.
    errorHandler: () => {},
  });
  await worker.setParameters({ user_defined_dpi: '300' });
  return worker;
}

function wordsOf({ blocks }: Page): SeenWord[] {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((one) => one.lines));
  return lines
    .flatMap(({ words }) => words)
    .map(({ text, confidence, bbox }) => ({
      text: text.trim(),
      confidence: confidence / 100,
      left: bbox.x0,
      top: bbox.y0,
      width: bbox.x1 - bbox.x0,
      height: bbox.y1 - bbox.y0,
    }))
    .filter(({ text }) => text !== '');
}
