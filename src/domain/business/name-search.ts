/** What a name is searched by must have a word of so many letters: fewer stand in most names. */
export const SEARCHED_LETTERS_MIN = 3;
/** What nobody types to find a name. */
export const SEARCHED_LENGTH_MAX = 200;
/** More words leave no more out. */
export const SEARCHED_WORDS_MAX = 10;

/** The words of what somebody types, whose order does not matter: a name holds each of them anywhere. */
export function listWords(searched: string): string[] {
  return searched.split(/\s+/u).filter((word) => word !== '');
}

/** Whether a word is long enough to be looked up: letters count without their marks. */
export function isSearchable(searched: string): boolean {
  return listWords(searched).some(
    (word) =>
      Array.from(word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')).length >=
      SEARCHED_LETTERS_MIN,
  );
}
