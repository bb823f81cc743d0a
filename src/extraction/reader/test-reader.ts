import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReadingInput } from '../../domain/extraction/extraction.ts';
import { findIsolation } from '../isolation/find-isolation.ts';
import { isReaderMessage } from './reader-messages.ts';
import { type ReaderLimits, type ReaderResponse, requestReading } from './request-reading.ts';
import { type ReaderProgram, startReader } from './start-reader.ts';

/** Result of reading the built-in documents. The reason names no folder, because one may contain a name of a person. */
export type ReaderTest = { isWorking: true } | { isWorking: false; reason: string };

/**
 * Built-in documents, which together load every native library of a reader without OCR: a PDF of one word, which is
 * rendered, and an image of one pixel, which is decoded and searched for barcodes.
 */
const DOCUMENTS: readonly Pick<ReadingInput, 'mediaType' | 'bytes'>[] = [
  {
    mediaType: 'application/pdf',
    bytes: Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R
/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 28>>stream
BT/F 9 Tf 9 9 Td(Word)Tj ET

endstream endobj
trailer<</Root 1 0 R>>`),
  },
  {
    mediaType: 'image/gif',
    bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  },
];

/**
 * Starts a reader process as for documents of services, and has it read the built-in documents, each within the given
 * limits. Returns undefined once the signal aborts.
 */
export async function testReader(
  options: ReaderProgram & ReaderLimits,
  signal: AbortSignal,
): Promise<ReaderTest | undefined> {
  const isStopped = (): boolean => signal.aborted;
  const isolation = await findIsolation();
  if (isStopped()) return undefined;
  const child = startReader({ ...options, stderr: 'pipe' }, isolation);
  const describeEnd = watchEnd(child);
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  try {
    for (const { mediaType, bytes } of DOCUMENTS) {
      const reading: ReadingInput = { mediaType, bytes, claimed: null, today: '2000-01-01' };
      const response = await requestReading(child, reading, options);
      if (isStopped()) return undefined;
      if (isRead(response)) continue;
      const reason =
        response.kind === 'failed' && response.failure === 'reader_lost'
          ? await describeEnd()
          : `it did not read ${mediaType}${response.kind === 'failed' ? ' in time' : ''}`;
      return { isWorking: false, reason };
    }
    return { isWorking: true };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function isRead(response: ReaderResponse): boolean {
  if (response.kind === 'failed') return false;
  return isReaderMessage(response.message) && response.message.kind === 'read';
}

/** Length up to which the error output of a process is read. */
const OUTPUT_CHARACTERS_MAX = 10_000;
/** Time in which a process that stopped responding ends by itself; otherwise it has exceeded its memory. */
const END_MS = 1_000;

/** Returns a function that waits for the end of a process and describes it. */
function watchEnd(child: ChildProcess): () => Promise<string> {
  const ended = Promise.withResolvers<string>();
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (output.length < OUTPUT_CHARACTERS_MAX) output += chunk;
  });
  child.once('error', (error) => ended.resolve(hideFolders(error.message)));
  child.once('close', (code, signal) => {
    const end = signal === null ? `it exited with ${String(code)}` : `it ended by ${signal}`;
    const line = findErrorLine(output);
    ended.resolve(line === undefined ? end : `${end}: ${line}`);
  });
  return async () => {
    const exceeded = wait(END_MS, 'it exceeded its memory limit', { ref: false });
    return await Promise.race([ended.promise, exceeded]);
  };
}

/** Maximum length of the reason. */
const LINE_CHARACTERS_MAX = 200;

/** Returns the first line that names an error, otherwise the first line. Node prints the source before the error. */
function findErrorLine(output: string): string | undefined {
  const lines = output.split('\n').flatMap((line) => line.trim() || []);
  const line = lines.find((candidate) => /^\w*Error\b|: error\b/.test(candidate)) ?? lines[0];
  return line && hideFolders(line).slice(0, LINE_CHARACTERS_MAX);
}

/** Reduces absolute paths to the names of their files. */
function hideFolders(message: string): string {
  return message.replaceAll(/(?:file:\/\/)?(?:\/[^\s/:'"]+)+\//g, '');
}
