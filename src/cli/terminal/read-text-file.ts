import { OperatorError } from '../../errors.ts';
import { readFileChunks } from '../../import/input-files.ts';

/** Far more than the manifest of any frontend. */
const BYTES_MAX = 64 * 1024 * 1024;

/**
 * A whole file of UTF-8, unpacked where its name ends in .gz; - is standard input. Throws OperatorError for one that
 * cannot be read, is too long or is no text.
 */
export async function readTextFile(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of readFileChunks(file, () => undefined)) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX)
      throw new OperatorError(`${file}: exceeds the limit of ${BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new OperatorError(`${file}: not valid UTF-8.`, { cause });
  }
}
