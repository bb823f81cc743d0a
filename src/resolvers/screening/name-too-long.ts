import { ALIASES_MAX } from '../../domain/screening/names/split-aliases.ts';
import { WORDS_MAX } from '../../domain/screening/names/tokenize-name.ts';

/** Error message for a name with more words or aliases than the screening compares. */
export const NAME_TOO_LONG = `Must have at most ${WORDS_MAX} words, and ${ALIASES_MAX} names`;
