import type { ListFile, TextEncoding } from '../reading.ts';

/**
 * The text of a file in pieces. What is not UTF-8 from the first byte to the last is windows-1252, as the tax
 * authority publishes; a byte that this has no letter for becomes a control character and stops nothing.
 */
export async function* decodeText(file: ListFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(file.encoding ?? (await findEncoding(file)));
  for await (const bytes of file.open()) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function findEncoding(file: ListFile): Promise<TextEncoding> {
  const watch = createEncodingWatch();
  for await (const bytes of file.open()) watch.see(bytes);
  return watch.end();
}

export type EncodingWatch = { see: (bytes: Buffer) => void; end: () => TextEncoding };

/** Is shown all bytes of a file, for whatever else they are read, and says at the end what they are. */
export function createEncodingWatch(): EncodingWatch {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  const decode = (bytes: Buffer | undefined): void => {
    if (!isUtf8) return;
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      isUtf8 = false;
    }
  };
  return {
    see: decode,
    end: () => {
      decode(undefined);
      return isUtf8 ? 'utf-8' : 'windows-1252';
    },
  };
}
