import { once } from 'node:events';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { type AppError, type IssueCode, invalidAt } from '../errors.ts';
import { preferExtendedNames } from './prefer-extended-names.ts';
import type { RestContent } from './route.ts';

/** Received file, which is discarded when the rest of the form is invalid. */
type Discardable = { discard: () => Promise<void> };
export type FilePart = { fileName: string; mediaType: string; bytes: AsyncIterable<Uint8Array> };
type TakeFile<T extends Discardable> = (part: FilePart) => Promise<T>;

export type Form<T> = { file: T; fields: ReadonlyMap<string, string> };

/** True for a multipart form. A body of any other content type is read as JSON. */
export function isForm({ type }: RestContent): boolean {
  return /^multipart\/form-data\b/i.test(type.trim());
}

/** Limits of a form, except for the bytes of the file. The largest form has one file and five text parts. */
const LIMITS = {
  files: 1,
  fields: 10,
  parts: 11,
  fieldSize: 4096,
  headerPairs: 20,
  headerSize: 8192,
};

/**
 * Reads a form (RFC 7578) with one file, in a part named `file`, and text parts. Throws AppError `invalid_input` for
 * any other form. Rethrows an error of `takeFile` without reading the rest of the form.
 */
export async function readMultipart<T extends Discardable>(
  content: RestContent,
  takeFile: TakeFile<T>,
): Promise<Form<T>> {
  const { file, fields } = await readForm(content, takeFile);
  return file === undefined
    ? throwInvalid('The part named file is missing', 'required')
    : { file, fields };
}

/** Reads a form like readMultipart; the file is optional. */
export async function readForm<T extends Discardable>(
  content: RestContent,
  takeFile: TakeFile<T>,
): Promise<Form<T | undefined>> {
  const parser = openParser(content.type);
  const reading = listen(parser, takeFile);
  try {
    await writeChunks(parser, content.bytes(), reading.failed);
    return { fields: reading.fields, file: await reading.file() };
  } catch (error) {
    throw await reading.giveUp(error);
  }
}

function openParser(contentType: string): BusboyInstance {
  try {
    const headers = { 'content-type': contentType };
    // busboy collects chunks in its buffer and copies them. With a buffer of one byte it passes each chunk on at once.
    const options = { headers, limits: LIMITS, preservePath: true, fileHwm: 1, isPartAFile };
    const parser = new Busboy(options);
    preferExtendedNames(parser);
    return parser;
  } catch {
    return throwInvalid('Not a form with a boundary');
  }
}

/** True for the part named file, which may have neither a type nor a name, and for every part with a name. */
function isPartAFile(name?: string, mediaType?: string, fileName?: string): boolean {
  return name === 'file' || fileName !== undefined || mediaType === 'application/octet-stream';
}

/** Type that busboy reports for a part without a type, the default of RFC 7578. The bytes determine the type then. */
const DEFAULT_TYPE = 'text/plain';

type Reading<T> = {
  fields: Map<string, string>;
  /** Aborted with the first error of the form. */
  failed: AbortSignal;
  file: () => Promise<T | undefined>;
  /** Discards the received file and returns the first error, which may differ from the thrown one. */
  giveUp: (thrown: unknown) => Promise<unknown>;
};

function listen<T extends Discardable>(parser: BusboyInstance, takeFile: TakeFile<T>): Reading<T> {
  const fields = new Map<string, string>();
  const failure = new AbortController();
  const fail = (error: unknown): void => failure.abort(error);
  const failForm = (): void =>
    fail(createInvalid('Must be a valid multipart form', 'wrong_format'));
  let stream: BusboyFileStream | undefined;
  let receivedFile: Promise<T> | undefined;
  parser.on('file', (...[name, part, fileName, , mediaType]) => {
    // readPart throws the error. Without a listener it would also end the process.
    part.on('error', () => undefined);
    if (name !== 'file') {
      part.resume();
      failForm();
      return;
    }
    stream = part;
    const declaredType = mediaType === DEFAULT_TYPE ? '' : mediaType;
    const declared = { fileName: getFileName(fileName), mediaType: declaredType };
    receivedFile = takeFile({ ...declared, bytes: readPart(part) });
    receivedFile.catch(fail);
  });
  parser.on('field', (...[name, value, , isCut]) => {
    if (isCut) failForm();
    if (fields.has(name)) fail(invalidAt([name], 'Must be given once', 'duplicate'));
    fields.set(name, value);
  });
  for (const event of ['error', 'partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(event, failForm);
  return {
    fields,
    failed: failure.signal,
    file: async () => await receivedFile,
    giveUp: async (thrown) => {
      const reason: unknown = failure.signal.aborted ? failure.signal.reason : thrown;
      stream?.destroy(reason instanceof Error ? reason : undefined);
      const file = await receivedFile?.catch(() => undefined);
      await file?.discard();
      return reason;
    },
  };
}

async function* readPart(part: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    const chunks: AsyncIterable<Uint8Array> = part;
    yield* chunks;
  } catch {
    throwInvalid('Must be a valid multipart form');
  }
}

/** Writes chunks to the parser with backpressure from the parser and the reader of the file. */
async function writeChunks(
  parser: BusboyInstance,
  bytes: AsyncIterable<Uint8Array>,
  failed: AbortSignal,
): Promise<void> {
  for await (const chunk of untilAborted(bytes, failed))
    if (!parser.write(chunk)) await once(parser, 'drain', { signal: failed });
  failed.throwIfAborted();
  const finished = once(parser, 'finish', { signal: failed });
  parser.end();
  await finished;
  failed.throwIfAborted();
}

/** Yields each chunk. Throws the reason of the signal as soon as it is aborted, even while no chunk arrives. */
async function* untilAborted(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { promise: abortion, reject } = Promise.withResolvers<never>();
  abortion.catch(() => undefined);
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = iterator.next();
      next.catch(() => undefined);
      const result = await Promise.race([next, abortion]);
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: it ends after a pending chunk, which may never arrive.
    iterator.return?.().catch(() => undefined);
  }
}

/** Returns the file name or empty text. The types of busboy are wrong: a part with only a content type has no name. */
function getFileName(fileName: string | undefined): string {
  return fileName ?? '';
}

function createInvalid(message: string, code: IssueCode): AppError {
  return invalidAt(['file'], message, code);
}

function throwInvalid(message: string, code: IssueCode = 'wrong_format'): never {
  throw createInvalid(message, code);
}
