import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  sortLetters,
  toConsonantSkeleton,
  toConsonants,
  toPhoneticKey,
  toSpanishKey,
} from '../../../../src/domain/screening/words/phonetic-keys.ts';
import { createRandom } from '../../../support/data/random.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Those that the rules are about. */
const TELLING = 'AEIOUYHCKQSZTXJGPLDW';

/** Keys of lists are stored: where a word sounds otherwise from now on, LIST_KEY_RULES goes up and they are made again. */
it('words sound as they did when the stored keys were made', () => {
  const random = createRandom(13);
  const digest = createHash('sha256');
  for (let count = 0; count < 20_000; count += 1) {
    const letters = count % 2 === 0 ? LETTERS : TELLING;
    const length = 1 + random.below(9);
    const word = Array.from({ length }, () => letters.charAt(random.below(letters.length))).join(
      '',
    );
    const folded = toPhoneticKey(word);
    const sounds = [
      folded,
      toConsonantSkeleton(folded),
      toSpanishKey(word),
      toConsonants(word),
      sortLetters(word),
    ];
    digest.update(`${sounds.join(' ')}\n`);
  }
  expect(digest.digest('hex')).toBe(
    '75c8c7e07713c42a057ffb0aaa3ddf5c32afba43156f7ec5599a77f0c90d5f4e',
  );
});
