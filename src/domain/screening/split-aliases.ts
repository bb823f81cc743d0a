/** Between one name of a party and another: after a comma, a bracket or a legal form, for AHORA may be in a name. */
const ALIAS =
  /(?:[,;(]\s*|(?<=\b(?:c\.? ?v|s\.? ?[ac]|a\.? ?c|r\.? ?l|ltd|llc|inc|corp)\.?)\s+)(?:ahora|antes|a\.?k\.?a|f\.?k\.?a|n\.?k\.?a)[.:]{0,2}\s+(?:es\s+)?/iu;
const LEADING_ALIAS = /^[\s,;(]*(?:ahora|antes)[.:]?\s+(?:es\s+)?/iu;
/** What each of them has, and most names have not. */
const HINT = /ahora|antes|k\.?a/iu;
/** More names than these are not read from one text. */
const ALIASES_MAX = 5;

/**
 * The names in one cell of a list: what follows `//` is another name where it says `Ahora` or `Antes`, and a note of
 * the authority otherwise, which is left out.
 */
export function splitAliases(text: string): string[] {
  const isPlain = !text.includes('//') && !HINT.test(text);
  if (isPlain) return [text.trim()].filter((name) => name !== '');
  const [first = '', ...notes] = text.split('//');
  const named = notes
    .filter((note) => LEADING_ALIAS.test(note))
    .map((note) => note.replace(LEADING_ALIAS, ''));
  const names = [first, ...named]
    .slice(0, ALIASES_MAX)
    .flatMap((part) => part.split(ALIAS, ALIASES_MAX))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return [...new Set(names)].slice(0, ALIASES_MAX);
}
