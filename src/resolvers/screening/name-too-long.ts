import { ALIASES_MAX } from '../../domain/screening/names/split-aliases.ts';
import { WORDS_MAX } from '../../domain/screening/names/tokenize-name.ts';

/** Of a name that would not be read to its end. */
export const NAME_TOO_LONG = `Must have at most ${WORDS_MAX} words, and ${ALIASES_MAX} names`;
