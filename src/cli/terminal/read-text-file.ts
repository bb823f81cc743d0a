import { OperatorError } from '../../errors.ts';
import { readFileChunks } from '../../import/input-files.ts';

/** Maximum size, far above that of any manifest of trusted documents. */
const BYTES_MAX = 64 * 1024 * 1024;

/**
 * Reads a UTF-8 file; - is standard input. Decompresses a file whose name ends in .gz. Throws OperatorError when it
 * cannot be read, exceeds 64 MiB or is not UTF-8.
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
