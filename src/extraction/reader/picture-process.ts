import type { PictureInput } from '../../domain/socioeconomic/report-picture.ts';
import { preparePicture } from '../pictures/prepare-picture.ts';

/**
 * Program of a process that decodes uploaded pictures for printing, isolated from the gateway. Sends the picture to the
 * parent process, or null for one that cannot be shown.
 */
process.on('message', (input: PictureInput) => void respond(input));
process.on('disconnect', () => process.exit(0));

async function respond(input: PictureInput): Promise<void> {
  process.send?.({ picture: (await preparePicture(input)) ?? null });
}
