import { LEGAL_FORMS, type LegalForm, PARTICLES } from './form-grammar.ts';
import { type Cursor, canStartWith, listFormEnds } from './match-form.ts';
import { GROUP_CLAUSE } from './mexican-forms.ts';

/** Words of a name without its legal forms, and the removed forms in order. */
export type StrippedName = { core: string[]; forms: LegalForm[] };

/** Maximum number of words of a form, more than any has. The maxima bound the work on a name of any length. */
const WORDS_MAX = 12;
/** Maximum number of words of the forms after a name, and maximum number of forms before it. */
const SUFFIX_WORDS_MAX = 40;
const LEADING_FORMS_MAX = 5;
/** Maximum number of words of a group after `GRUPO FINANCIERO`. */
const GROUP_WORDS_MAX = 4;

/**
 * Removes legal forms from both ends of a name of capital ASCII words, repeatedly. The whole name is kept when nothing
 * remains.
 */
export function stripLegalForms(words: readonly string[]): StrippedName {
  const suffix = stripSuffixForms(words, () => true);
  let core = suffix.core;
  const leadingForms: LegalForm[] = [];
  for (let count = 0; count < LEADING_FORMS_MAX; count += 1) {
    const leading = findLeading(core);
    if (leading === undefined) break;
    leadingForms.push(leading.form);
    core = core.slice(leading.end);
  }
  return { core, forms: [...leadingForms, ...suffix.forms] };
}

/** Removes Mexican legal forms after a name. */
export function stripMexicanForms(words: readonly string[]): StrippedName {
  return stripSuffixForms(words, ({ isMexican }) => isMexican);
}

type FormSuffix = { start: number; forms: LegalForm[] };

function stripSuffixForms(
  words: readonly string[],
  accepts: (form: LegalForm) => boolean,
): StrippedName {
  const formChain: FormChain = { words, accepts, cache: new Map() };
  let suffix: FormSuffix | undefined;
  const lastIndex = words.length - 1;
  const minStart = Math.max(countNameWordsMin(words), lastIndex - SUFFIX_WORDS_MAX);
  for (let start = lastIndex; start >= minStart; start -= 1) {
    if ((suffix?.start ?? lastIndex + 1) - start > WORDS_MAX) break;
    const forms = parseForms(formChain, start);
    if (forms !== undefined) suffix = { start, forms };
  }
  const isOnlyForms =
    suffix !== undefined && suffix.start < WORDS_MAX && parseForms(formChain, 0) !== undefined;
  if (suffix === undefined || isOnlyForms) return { core: [...words], forms: [] };
  return { core: removeGluedForm(words.slice(0, suffix.start), suffix.forms), forms: suffix.forms };
}

/** Removes the form that an addition belongs to from the end of the last word: MENDUTSA DE CV. */
function removeGluedForm(core: string[], [firstForm]: readonly LegalForm[]): string[] {
  const gluedForm =
    firstForm?.kind === 'addition' ? GLUED_FORMS.get(firstForm.initials) : undefined;
  const lastWord = core.at(-1);
  if (gluedForm === undefined || lastWord === undefined) return core;
  return [...core.slice(0, -1), lastWord.replace(gluedForm, '')];
}
/** Initials of forms at the end of a word, by the addition that follows them. At least three letters precede them. */

const GLUED_FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['DE CV', /(?<=.{3})(?:SAPI|SAB|SA)$/],
  ['DE RL', /(?<=.{3})S$/],
]);

/** Returns the minimum number of words of a name: one when the first word is distinctive, otherwise two. */
function countNameWordsMin(words: readonly string[]): number {
  const distinctiveIndex = words.findIndex(isDistinctive);
  return distinctiveIndex < 0 || distinctiveIndex > 1 ? 2 : distinctiveIndex + 1;
}

/** False for particles and single letters, which are no name by themselves. */
function isDistinctive(word: string): boolean {
  return word.length > 1 && !PARTICLES.has(word);
}

type FormChain = {
  words: readonly string[];
  accepts: (form: LegalForm) => boolean;
  cache: Map<number, LegalForm[] | undefined>;
};

/** Parses forms from a word to the end of the name; undefined when other words occur. */
function parseForms(chain: FormChain, start: number): LegalForm[] | undefined {
  const { words } = chain;
  for (const form of listFormsStartingWith(words[start] ?? '')) {
    if (!form.canStartSuffix || !chain.accepts(form)) continue;
    const forms = parseFormAt(chain, form, { word: start, letter: 0 });
    if (forms !== undefined && !isPartOfName(words[start] ?? '', forms)) return forms;
  }
  return undefined;
}

/** True for initials before another form, which belong to the name: RESPUESTOS SCP SA DE CV. */
function isPartOfName(word: string, [first, second]: readonly LegalForm[]): boolean {
  return first?.kind === 'form' && first.initials === word && second?.kind === 'form';
}

function parseFormAt(chain: FormChain, form: LegalForm, start: Cursor): LegalForm[] | undefined {
  for (const end of listFormEnds(form, chain.words, start)) {
    const nextForms = parseFormsFrom(chain, end);
    if (nextForms !== undefined) return [form, ...nextForms];
  }
  return undefined;
}

/** Factor that makes one cache key of the word and the letter of a cursor; words have at most 40 letters. */
const LETTERS_PER_WORD_MAX = 64;

/** Parses the forms from a cursor to the end of the name; none at its end. */
function parseFormsFrom(chain: FormChain, cursor: Cursor): LegalForm[] | undefined {
  const { words, cache } = chain;
  if (cursor.word >= words.length) return [];
  const cacheKey = cursor.word * LETTERS_PER_WORD_MAX + cursor.letter;
  if (cache.has(cacheKey)) return cache.get(cacheKey);
  // Stops the recursion when parsing reaches the same cursor again.
  cache.set(cacheKey, undefined);
  const forms = cursor.letter > 0 ? parseWithinWord(chain, cursor) : parseNext(chain, cursor);
  cache.set(cacheKey, forms);
  return forms;
}

function parseNext(chain: FormChain, cursor: Cursor): LegalForm[] | undefined {
  const { words, accepts } = chain;
  if (isGroupClause(words, cursor.word)) return [];
  for (const form of [...listFormsStartingWith(words[cursor.word] ?? ''), ...ADDITIONS]) {
    if (!accepts(form)) continue;
    const forms = parseFormAt(chain, form, cursor);
    if (forms !== undefined) return forms;
  }
  return undefined;
}

/** Parses an addition that continues within a word: SADECV. */
function parseWithinWord(chain: FormChain, cursor: Cursor): LegalForm[] | undefined {
  for (const form of ADDITIONS_WITHIN_WORDS) {
    const forms = chain.accepts(form) ? parseFormAt(chain, form, cursor) : undefined;
    if (forms !== undefined) return forms;
  }
  return undefined;
}

/** True when the rest of the name is `GRUPO FINANCIERO` and the name of a group. */
function isGroupClause(words: readonly string[], start: number): boolean {
  const isNamed = GROUP_CLAUSE.every((word, index) => words[start + index] === word);
  return isNamed && words.length - start - GROUP_CLAUSE.length <= GROUP_WORDS_MAX;
}

const ADDITIONS = LEGAL_FORMS.filter(({ kind }) => kind === 'addition');
const ADDITIONS_WITHIN_WORDS = ADDITIONS.filter(({ words }) => words[0]?.isParticle === true);

/** Forms that a word may start, cached by word; most words start none. */
const formsByFirstWord = new Map<string, readonly LegalForm[]>();
/** Maximum number of words in the cache, which bounds its memory. */
const FORMS_CACHE_MAX = 20_000;

function listFormsStartingWith(word: string): readonly LegalForm[] {
  const cached = formsByFirstWord.get(word);
  if (cached !== undefined) return cached;
  if (formsByFirstWord.size >= FORMS_CACHE_MAX) formsByFirstWord.clear();
  const initial = word.charAt(0);
  const forms = LEGAL_FORMS.filter(
    (form) => form.words[0]?.word.charAt(0) === initial && canStartWith(form, word),
  );
  formsByFirstWord.set(word, forms);
  return forms;
}

/** Returns the longest form before a name; of equally long ones the first in the grammar. */
function findLeading(words: readonly string[]): { form: LegalForm; end: number } | undefined {
  let best: { form: LegalForm; end: number } | undefined;
  for (const form of listFormsStartingWith(words[0] ?? '')) {
    const end = form.canPrecedeName ? findLeadingEnd(form, words) : 0;
    if (end > (best?.end ?? 0)) best = { form, end };
  }
  return best;
}

/** Returns the number of leading words that spell out the form and precede a name; 0 when there are none. */
function findLeadingEnd(form: LegalForm, words: readonly string[]): number {
  const ends = listFormEnds({ ...form, initials: '' }, words, START_CURSOR)
    .filter(({ letter }) => letter === 0)
    .map(({ word }) => word)
    .filter((end) => words.slice(end).some(isDistinctive));
  return Math.max(0, ...ends);
}

const START_CURSOR: Cursor = { word: 0, letter: 0 };
