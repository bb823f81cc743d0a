import type { Atom, LegalForm } from './form-grammar.ts';
import { isOneSlipApart } from './one-typo.ts';
import { FORM_WORDS } from './world-forms.ts';

/** A place in the words of a name: a word, and so many of its letters. */
export type Place = { word: number; letter: number };

/** Words of forms shorter than this are not cut short, nor is one cut to fewer letters than `CUT_LEAST`. */
const CUTTABLE_FROM = 5;
const CUT_LEAST = 3;
/** Shorter words are others where a letter is. */
const SLIP_FROM = 7;

/** Returns the places where a form may end that begins at `start`. */
export function listEnds(form: LegalForm, words: readonly string[], start: Place): Place[] {
  const reader = { form, words };
  return form.kind === 'form' || form.kind === 'addition'
    ? endsInitialed(reader, 0, start)
    : endsInWords(reader, start);
}

/** True when a word may be what a form begins with: told once of a word, so that few forms are tried at most places. */
export function mayBegin(form: LegalForm, word: string): boolean {
  const [first] = form.atoms;
  if (first === undefined) return false;
  if (form.kind === 'clause' || form.kind === 'word')
    return form.atoms.length === 1 ? isSpelt(word, first, form.kind) : isWordOf(word, first);
  return isPassed({ form, words: [word] }, 0, { word: 0, letter: 0 });
}

function isPassed(reader: Reader, at: number, place: Place): boolean {
  const atom = reader.form.atoms[at];
  if (place.word > 0 || atom === undefined) return true;
  return nextPlaces(reader, atom, { at, place }).some((next) => isPassed(reader, at + 1, next));
}

type Reader = { form: LegalForm; words: readonly string[] };

/** Whole words only. */
function endsInWords({ form: { atoms, kind }, words }: Reader, start: Place): Place[] {
  if (start.letter > 0) return [];
  let { word } = start;
  const isLone = atoms.length === 1;
  for (const atom of atoms) {
    const text = words[word];
    const isSame =
      text !== undefined && (isLone ? isSpelt(text, atom, kind) : isWordOf(text, atom));
    if (!isSame) return [];
    word += 1;
  }
  return [{ word, letter: 0 }];
}

function isSpelt(text: string, { word }: Atom, kind: LegalForm['kind']): boolean {
  if (text === word) return true;
  const mayBeMisspelt = kind === 'clause' || word.length >= SLIP_FROM;
  return mayBeMisspelt && text.length >= SLIP_FROM - 1 && isOneSlipApart(text, word);
}

/** True when a word stands for a word of a form: as it is, cut short, or with one slip. */
function isWordOf(text: string, { word, isParticle }: Atom): boolean {
  if (text === word) return true;
  if (isParticle) return false;
  if (FORM_WORDS.get(word)?.includes(text) === true) return true;
  const isCut = text.length >= CUT_LEAST && word.length >= CUTTABLE_FROM && word.startsWith(text);
  return isCut || (text.length >= SLIP_FROM && isOneSlipApart(text, word));
}

/** Each word as it is, cut short, or its initial; initials of words that follow each other may be one word. */
function endsInitialed(reader: Reader, at: number, place: Place): Place[] {
  const { form, words } = reader;
  const atom = form.atoms[at];
  if (atom === undefined) return [place];
  return nextPlaces(reader, atom, { at, place }).flatMap((next) =>
    next.word > words.length ? [] : endsInitialed(reader, at + 1, next),
  );
}

type Reading = { at: number; place: Place };

function nextPlaces(reader: Reader, atom: Atom, { at, place }: Reading): Place[] {
  if (!atom.isParticle) return passWord(reader, atom, place);
  const isOptional = reader.form.isLoose && (at > 0 || place.word > 0);
  return [...(isOptional ? [place] : []), ...passParticle(reader.words, atom.word, place)];
}

/** Returns the places behind a word of a form: whole, cut short or glued to the next, and behind its initial. */
function passWord({ form, words }: Reader, atom: Atom, place: Place): Place[] {
  const text = words[place.word];
  if (text === undefined) return [];
  const places: Place[] = [];
  if (place.letter === 0 && isWordOf(text, atom)) places.push({ word: place.word + 1, letter: 0 });
  else if (atom.word.length >= CUTTABLE_FROM) places.push(...pass(words, atom.word, place));
  const hasInitial = form.short !== '' && text.charCodeAt(place.letter) === atom.word.charCodeAt(0);
  if (hasInitial) places.push(...pass(words, atom.word.charAt(0), place));
  return places;
}

/** DE is written twice, too. */
function passParticle(words: readonly string[], particle: string, place: Place): Place[] {
  const once = pass(words, particle, place);
  return [...once, ...once.flatMap((next) => pass(words, particle, next))];
}

/** The place behind some letters, wherever words are parted among them; none where others stand there. */
function pass(words: readonly string[], letters: string, { word, letter }: Place): Place[] {
  let [at, within] = [word, letter];
  for (let index = 0; index < letters.length; index += 1) {
    const text = words[at];
    if (text === undefined || text.charCodeAt(within) !== letters.charCodeAt(index)) return [];
    within += 1;
    if (within === text.length) [at, within] = [at + 1, 0];
  }
  return [{ word: at, letter: within }];
}
