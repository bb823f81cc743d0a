/** Minimum number of characters of at least one searched word: shorter words occur in most names. */
export const SEARCHED_LETTERS_MIN = 3;
/** Maximum length of a searched text. */
export const SEARCHED_LENGTH_MAX = 200;
/** Maximum number of searched words. */
export const SEARCHED_WORDS_MAX = 10;

/** Returns the words of a searched text. A name matches when it contains each of them, in any order. */
export function listWords(searchText: string): string[] {
  return searchText.split(/\s+/u).filter((word) => word !== '');
}

/** True when at least one word has SEARCHED_LETTERS_MIN characters or more, not counting diacritics. */
export function isSearchable(searchText: string): boolean {
  return listWords(searchText).some(
    (word) =>
      Array.from(word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')).length >=
      SEARCHED_LETTERS_MIN,
  );
}
