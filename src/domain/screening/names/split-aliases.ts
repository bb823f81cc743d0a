/**
 * Separator between the names of a party: a keyword after a comma, a bracket or a legal form, because AHORA may be
 * part of a name.
 */
const ALIAS =
  /(?:[,;(]\s*|(?<=\b(?:c\.? ?v|s\.? ?[ac]|a\.? ?c|r\.? ?l|ltd|llc|inc|corp)\.?)\s+)(?:ahora|antes|a\.?k\.?a|f\.?k\.?a|n\.?k\.?a)[.:]{0,2}\s+(?:es\s+)?/iu;
/** Keyword at the start of a note: `Ahora es ACME`. */
const LEADING_ALIAS = /^[\s,;(]*(?:ahora|antes)[.:]?\s+(?:es\s+)?/iu;
/** Substring of every separator, which most names lack. */
const ALIAS_HINT = /ahora|antes|k\.?a/iu;
/** Maximum number of names read from one text; a query text has itself as one more. */
export const ALIASES_MAX = 5;

/**
 * Splits a cell of a list into names. Text after `//` is another name when it starts with `Ahora` or `Antes`, and
 * otherwise a note of the authority, which is dropped.
 */
export function splitAliases(text: string): string[] {
  return listNames(text, (note) => LEADING_ALIAS.test(note)).slice(0, ALIASES_MAX);
}

/**
 * Splits a query text into names. The meaning of `//` in a query is unknown, so that the text after it is a name too,
 * and so is the whole text: a superfluous reading costs little, a missing one could hide a match. `isWhole` is false
 * when names beyond ALIASES_MAX were dropped.
 */
export function splitQueryNames(text: string): { names: string[]; isWhole: boolean } {
  const allNames = listNames(text, () => true);
  const combinedTexts = text.includes('//') ? [text.replaceAll('//', ' ').trim()] : [];
  const names = [...new Set([...allNames.slice(0, ALIASES_MAX), ...combinedTexts])];
  return { names: names.filter((name) => name !== ''), isWhole: allNames.length <= ALIASES_MAX };
}

function listNames(text: string, isAliasNote: (note: string) => boolean): string[] {
  const isPlain = !text.includes('//') && !ALIAS_HINT.test(text);
  if (isPlain) return [text.trim()].filter((name) => name !== '');
  const [mainText = '', ...notes] = text.split('//');
  const aliasTexts = notes.filter(isAliasNote).map((note) => note.replace(LEADING_ALIAS, ''));
  const names = [mainText, ...aliasTexts]
    .flatMap((part) => part.split(ALIAS))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return [...new Set(names)];
}
