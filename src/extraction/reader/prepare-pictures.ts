import { fileURLToPath } from 'node:url';
import type {
  Picture,
  PictureInput,
  PreparePictures,
} from '../../domain/socioeconomic/report-picture.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { findIsolation } from '../isolation/find-isolation.ts';
import { requestReading } from './request-reading.ts';
import { startReader } from './start-reader.ts';

/** Limits of the process. A request waits for it, so that its priority is normal. */
const OPTIONS = {
  program: fileURLToPath(moduleBeside(import.meta.url, 'picture-process')),
  heapMegabytes: 100,
  priority: 'normal' as const,
  spentMsMax: 30_000,
  memoryBytesMax: 400 * 1024 * 1024,
};

/**
 * Prepares pictures in a separate process with the isolation of document readers: an image decoder is native code, and
 * the pictures are uploads of callers. Null for a picture that cannot be shown. Throws when the process fails or
 * exceeds its limits.
 */
export const preparePictures: PreparePictures = async (pictures) => {
  if (pictures.every((picture) => picture === null)) return pictures.map(() => null);
  const child = startReader(OPTIONS, await findIsolation());
  const preparePicture = async (input: PictureInput): Promise<Picture | null> => {
    const response = await requestReading(child, input, OPTIONS);
    if (response.kind === 'failed')
      throw new Error(`The process that prepares pictures failed: ${response.failure}.`);
    return readPicture(response.message);
  };
  try {
    const preparedPictures: (Picture | null)[] = [];
    for (const picture of pictures)
      preparedPictures.push(picture && (await preparePicture(picture)));
    return preparedPictures;
  } finally {
    child.kill('SIGKILL');
  }
};

/** Reads the message of a process that a picture may have taken over. Throws for any other value. */
function readPicture(message: unknown): Picture | null {
  if (typeof message === 'object' && message !== null && 'picture' in message) {
    const { picture } = message;
    if (picture === null || isPicture(picture)) return picture;
  }
  throw new Error('The process that prepares pictures sent an unexpected message.');
}

function isPicture(value: unknown): value is Picture {
  if (typeof value !== 'object' || value === null) return false;
  if (!('jpeg' in value && 'width' in value && 'height' in value)) return false;
  const { jpeg, width, height } = value;
  return jpeg instanceof Uint8Array && isLength(width) && isLength(height);
}

function isLength(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && Number.isFinite(value);
}
