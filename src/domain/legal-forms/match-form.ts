import type { FormWord, LegalForm } from './form-grammar.ts';
import { isOneTypoApart } from './one-typo.ts';
import { FORM_WORDS } from './world-forms.ts';

/** Cursor in the words of a name: index of the word, and of a letter in it. */
export type Cursor = { word: number; letter: number };

/** Minimum lengths of a form's word that may be truncated, and of its truncation: SOCIEDAD as SOC. */
const TRUNCATABLE_LENGTH_MIN = 5;
const TRUNCATION_LENGTH_MIN = 3;
/** Minimum length of a word in which one typing error is accepted: shorter words may differ in one letter. */
const TYPO_LENGTH_MIN = 7;

/** Returns the cursors at which a form that begins at `start` may end. */
export function listFormEnds(form: LegalForm, words: readonly string[], start: Cursor): Cursor[] {
  const matcher = { form, words };
  return form.kind === 'form' || form.kind === 'addition'
    ? listInitialEnds(matcher, 0, start)
    : listWordEnds(matcher, start);
}

/** True when a form may start with the word. Checked once per word, so that few forms are tried at most positions. */
export function canStartWith(form: LegalForm, word: string): boolean {
  const [firstWord] = form.words;
  if (firstWord === undefined) return false;
  if (form.kind === 'clause' || form.kind === 'word')
    return form.words.length === 1
      ? isSpelledAs(word, firstWord, form.kind)
      : matchesFormWord(word, firstWord);
  return canFinishFirstWord({ form, words: [word] }, 0, { word: 0, letter: 0 });
}

function canFinishFirstWord(matcher: FormMatcher, index: number, cursor: Cursor): boolean {
  const formWord = matcher.form.words[index];
  if (cursor.word > 0 || formWord === undefined) return true;
  return listNextCursors(matcher, formWord, { index, cursor }).some((nextCursor) =>
    canFinishFirstWord(matcher, index + 1, nextCursor),
  );
}

type FormMatcher = { form: LegalForm; words: readonly string[] };

/** Returns the end of a form written in words, or no cursor when the words do not match. */
function listWordEnds(
  { form: { words: formWords, kind }, words }: FormMatcher,
  start: Cursor,
): Cursor[] {
  if (start.letter > 0) return [];
  let { word: wordIndex } = start;
  const isSingleWord = formWords.length === 1;
  for (const formWord of formWords) {
    const nameWord = words[wordIndex];
    const isSame =
      nameWord !== undefined &&
      (isSingleWord ? isSpelledAs(nameWord, formWord, kind) : matchesFormWord(nameWord, formWord));
    if (!isSame) return [];
    wordIndex += 1;
  }
  return [{ word: wordIndex, letter: 0 }];
}

/** True when a word of the name is the only word of a form, possibly with one typing error. */
function isSpelledAs(text: string, { word }: FormWord, kind: LegalForm['kind']): boolean {
  if (text === word) return true;
  const allowsTypo = kind === 'clause' || word.length >= TYPO_LENGTH_MIN;
  return allowsTypo && text.length >= TYPO_LENGTH_MIN - 1 && isOneTypoApart(text, word);
}

/** True when a word of the name matches a word of the form: exactly, truncated, or with one typing error. */
function matchesFormWord(text: string, { word, isParticle }: FormWord): boolean {
  if (text === word) return true;
  if (isParticle) return false;
  if (FORM_WORDS.get(word)?.includes(text) === true) return true;
  const isTruncated =
    text.length >= TRUNCATION_LENGTH_MIN &&
    word.length >= TRUNCATABLE_LENGTH_MIN &&
    word.startsWith(text);
  return isTruncated || (text.length >= TYPO_LENGTH_MIN && isOneTypoApart(text, word));
}

/**
 * Returns the ends of a form whose words may be complete, truncated or initials; consecutive initials may form one
 * word.
 */
function listInitialEnds(matcher: FormMatcher, index: number, cursor: Cursor): Cursor[] {
  const { form, words } = matcher;
  const formWord = form.words[index];
  if (formWord === undefined) return [cursor];
  return listNextCursors(matcher, formWord, { index, cursor }).flatMap((nextCursor) =>
    nextCursor.word > words.length ? [] : listInitialEnds(matcher, index + 1, nextCursor),
  );
}

type MatchPosition = { index: number; cursor: Cursor };

function listNextCursors(
  matcher: FormMatcher,
  formWord: FormWord,
  { index, cursor }: MatchPosition,
): Cursor[] {
  if (!formWord.isParticle) return skipFormWord(matcher, formWord, cursor);
  const isOptional = matcher.form.hasOptionalParticles && (index > 0 || cursor.word > 0);
  return [...(isOptional ? [cursor] : []), ...skipParticle(matcher.words, formWord.word, cursor)];
}

/** Returns the cursors after a word of a form: complete, truncated, joined to the next word, or as its initial. */
function skipFormWord({ form, words }: FormMatcher, formWord: FormWord, cursor: Cursor): Cursor[] {
  const text = words[cursor.word];
  if (text === undefined) return [];
  const cursors: Cursor[] = [];
  if (cursor.letter === 0 && matchesFormWord(text, formWord))
    cursors.push({ word: cursor.word + 1, letter: 0 });
  else if (formWord.word.length >= TRUNCATABLE_LENGTH_MIN)
    cursors.push(...skipLetters(words, formWord.word, cursor));
  const hasInitial =
    form.initials !== '' && text.charCodeAt(cursor.letter) === formWord.word.charCodeAt(0);
  if (hasInitial) cursors.push(...skipLetters(words, formWord.word.charAt(0), cursor));
  return cursors;
}

/** Skips a particle, which may be repeated: DE DE. */
function skipParticle(words: readonly string[], particle: string, cursor: Cursor): Cursor[] {
  const nextCursors = skipLetters(words, particle, cursor);
  return [
    ...nextCursors,
    ...nextCursors.flatMap((nextCursor) => skipLetters(words, particle, nextCursor)),
  ];
}

/** Returns the cursor after the given letters, regardless of word boundaries; empty when the name has other letters. */
function skipLetters(
  words: readonly string[],
  letters: string,
  { word, letter }: Cursor,
): Cursor[] {
  let [wordIndex, letterIndex] = [word, letter];
  for (let index = 0; index < letters.length; index += 1) {
    const text = words[wordIndex];
    if (text === undefined || text.charCodeAt(letterIndex) !== letters.charCodeAt(index)) return [];
    letterIndex += 1;
    if (letterIndex === text.length) [wordIndex, letterIndex] = [wordIndex + 1, 0];
  }
  return [{ word: wordIndex, letter: letterIndex }];
}
