import type { ListFile } from '../reading.ts';

type Encoding = 'utf-8' | 'windows-1252';

/**
 * The text of a file in pieces. What is not UTF-8 from the first byte to the last is windows-1252, as the tax
 * authority publishes; a byte that this has no letter for becomes a control character and stops nothing.
 */
export async function* decodeText(file: ListFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(await findEncoding(file));
  for await (const bytes of file.open()) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function findEncoding(file: ListFile): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of file.open()) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}
