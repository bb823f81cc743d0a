import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorker, OEM, type Page, PSM, type Worker } from 'tesseract.js';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { type GrayPicture, type Region, toPgm } from './gray-picture.ts';

/** Letters of a page are read with the Spanish data, lines for machines with the English. */
export type Language = 'spa' | 'eng';

/** A word with its place in dots and how sure the engine is, 0 to 1. */
export type SeenWord = Region & { text: string; confidence: number };

export type TextEngine = {
  /** All words of a picture, wherever they stand. */
  readWords: (picture: GrayPicture) => Promise<SeenWord[]>;
  /** The words of a picture that shows one line. */
  readLine: (picture: GrayPicture) => Promise<SeenWord[]>;
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
  const lastUse = new Map<Language, Promise<unknown>>();
  const use: Use = async (language, work) => {
    const worker = started.get(language) ?? startEngine(language);
    started.set(language, worker);
    const turn = lastUse.get(language) ?? Promise.resolve();
    const used = turn.then(async () => await work(await worker));
    lastUse.set(
      language,
      used.catch(() => undefined),
    );
    return await used;
  };
  return {
    readWords: async (picture) =>
      wordsOf(await use('spa', (worker) => readTextWith(worker, picture, PSM.SPARSE_TEXT))),
    readLine: async (picture) =>
      wordsOf(await use('spa', (worker) => readTextWith(worker, picture, PSM.SINGLE_LINE))),
    readMachineLines: async (picture, language) => {
      const mode = PSM.SINGLE_BLOCK;
      const data = await use(language, (worker) => readSignsWith(worker, picture, mode));
      const lines = data.text.split('\n').map((line) => line.replaceAll(' ', ''));
      return lines.filter((line) => line !== '');
    },
    readSigns: async (picture, language) => {
      const mode = PSM.SINGLE_LINE;
      const data = await use(language, (worker) => readSignsWith(worker, picture, mode));
      return data.text.replace(/[\s<]/g, '');
    },
    close: async () => {
      for (const worker of started.values()) await (await worker).terminate();
      started.clear();
      lastUse.clear();
    },
  };
}

/** One after the other: what an engine is told to read like holds until it is told otherwise. */
type Use = <T>(language: Language, work: (worker: Worker) => Promise<T>) => Promise<T>;

async function readTextWith(worker: Worker, picture: GrayPicture, mode: PSM): Promise<Page> {
  await worker.setParameters({ tessedit_pageseg_mode: mode, tessedit_char_whitelist: '' });
  const { data } = await worker.recognize(toPgm(picture), {}, { blocks: true });
  return data;
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

const WORKER = fileURLToPath(moduleBeside(import.meta.url, 'text-worker'));

/** The data is the package's own: a folder is read, never an address, and nothing is kept elsewhere. */
async function startEngine(language: Language): Promise<Worker> {
  const manifest = createRequire(import.meta.url).resolve(
    `@tesseract.js-data/${language}/package.json`,
  );
  const langPath = join(dirname(manifest), '4.0.0_best_int');
  const worker = await createWorker(language, OEM.LSTM_ONLY, {
    workerPath: WORKER,
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
  return lines.flatMap(({ words }) => {
    const seen = words
      .map(({ text, confidence, bbox }) => ({
        text: text.trim(),
        confidence: confidence / 100,
        left: bbox.x0,
        top: bbox.y0,
        width: bbox.x1 - bbox.x0,
        height: bbox.y1 - bbox.y0,
      }))
      .filter(({ text }) => text !== '');
    return seen.map((word, at) => endBefore(word, seen[at + 1]));
  });
}

/** Where letters run into each other, a word is told to reach over those behind it in its line. */
function endBefore(word: SeenWord, next: SeenWord | undefined): SeenWord {
  if (next === undefined || next.left <= word.left) return word;
  return { ...word, width: Math.min(word.width, next.left - word.left - 1) || 1 };
}
