import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWorker, OEM, type Page, PSM, type Worker } from 'tesseract.js';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { type GrayImage, type Region, toPgm } from './gray-image.ts';

/** Language data of the OCR engine. Text of a page uses the Spanish data. */
export type OcrLanguage = 'spa' | 'eng';

/** Recognized word with its region in pixels and its confidence, 0 to 1. */
export type RecognizedWord = Region & { text: string; confidence: number };

export type OcrEngine = {
  /** Recognizes all words of an image, in any layout. */
  readWords: (image: GrayImage) => Promise<RecognizedWord[]>;
  /** Recognizes the words of an image of one line. */
  readLine: (image: GrayImage) => Promise<RecognizedWord[]>;
  /** Recognizes lines of capital letters, digits and `<`, from top to bottom. */
  readMrzLines: (image: GrayImage, language: OcrLanguage) => Promise<string[]>;
  /** Recognizes one line of capital letters and digits. */
  readAlphanumeric: (image: GrayImage, language: OcrLanguage) => Promise<string>;
  /** Stops the workers. The next use starts new ones. */
  close: () => Promise<void>;
};

const MRZ_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** Creates an engine that starts a worker for each language on first use. */
function createOcrEngine(): OcrEngine {
  const workers = new Map<OcrLanguage, Promise<Worker>>();
  const lastUse = new Map<OcrLanguage, Promise<unknown>>();
  const use: UseWorker = async (language, work) => {
    const worker = workers.get(language) ?? startWorker(language);
    workers.set(language, worker);
    const previous = lastUse.get(language) ?? Promise.resolve();
    const result = previous.then(async () => await work(await worker));
    lastUse.set(
      language,
      result.catch(() => undefined),
    );
    return await result;
  };
  return {
    readWords: async (image) =>
      toWords(await use('spa', (worker) => recognizeText(worker, image, PSM.SPARSE_TEXT))),
    readLine: async (image) =>
      toWords(await use('spa', (worker) => recognizeText(worker, image, PSM.SINGLE_LINE))),
    readMrzLines: async (image, language) => {
      const mode = PSM.SINGLE_BLOCK;
      const data = await use(language, (worker) => recognizeAlphanumeric(worker, image, mode));
      const lines = data.text.split('\n').map((line) => line.replaceAll(' ', ''));
      return lines.filter((line) => line !== '');
    },
    readAlphanumeric: async (image, language) => {
      const mode = PSM.SINGLE_LINE;
      const data = await use(language, (worker) => recognizeAlphanumeric(worker, image, mode));
      return data.text.replace(/[\s<]/g, '');
    },
    close: async () => {
      for (const worker of workers.values()) await (await worker).terminate();
      workers.clear();
      lastUse.clear();
    },
  };
}

/** Runs work on the worker of a language, one task after the other, because parameters are state of the worker. */
type UseWorker = <T>(language: OcrLanguage, work: (worker: Worker) => Promise<T>) => Promise<T>;

async function recognizeText(worker: Worker, image: GrayImage, mode: PSM): Promise<Page> {
  await worker.setParameters({ tessedit_pageseg_mode: mode, tessedit_char_whitelist: '' });
  const { data } = await worker.recognize(toPgm(image), {}, { blocks: true });
  return data;
}

async function recognizeAlphanumeric(worker: Worker, image: GrayImage, mode: PSM): Promise<Page> {
  await worker.setParameters({
    tessedit_pageseg_mode: mode,
    tessedit_char_whitelist: MRZ_CHARACTERS,
  });
  const { data } = await worker.recognize(toPgm(image), {}, { text: true });
  return data;
}

let sharedEngine: OcrEngine | undefined;

/** Returns the engine that this process shares. Its workers stop with the process. */
export function getOcrEngine(): OcrEngine {
  return (sharedEngine ??= createOcrEngine());
}

const WORKER = fileURLToPath(moduleBeside(import.meta.url, 'text-worker'));

/** Starts a worker with the language data of the installed package. Downloads and caches nothing. */
async function startWorker(language: OcrLanguage): Promise<Worker> {
  const manifest = createRequire(import.meta.url).resolve(
    `@tesseract.js-data/${language}/package.json`,
  );
  const langPath = join(dirname(manifest), '4.0.0_best_int');
  const worker = await createWorker(language, OEM.LSTM_ONLY, {
    workerPath: WORKER,
    langPath,
    gzip: true,
    cacheMethod: 'none',
    // Without a handler, an unreadable image would be an uncaught error.
    errorHandler: () => {},
  });
  await worker.setParameters({ user_defined_dpi: '300' });
  return worker;
}

function toWords({ blocks }: Page): RecognizedWord[] {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap((paragraph) => paragraph.lines),
  );
  return lines.flatMap(({ words }) => {
    const recognized = words
      .map(({ text, confidence, bbox }) => ({
        text: text.trim(),
        confidence: confidence / 100,
        left: bbox.x0,
        top: bbox.y0,
        width: bbox.x1 - bbox.x0,
        height: bbox.y1 - bbox.y0,
      }))
      .filter(({ text }) => text !== '');
    return recognized.map((word, index) => limitWidth(word, recognized[index + 1]));
  });
}

/**
 * Limits the width of a word to the start of the next, because the engine reports overlapping boxes for touching
 * characters.
 */
function limitWidth(word: RecognizedWord, nextWord: RecognizedWord | undefined): RecognizedWord {
  if (nextWord === undefined || nextWord.left <= word.left) return word;
  return { ...word, width: Math.min(word.width, nextWord.left - word.left - 1) || 1 };
}
