/** Between one name of a party and another: after a comma, a bracket or a legal form, for AHORA may be in a name. */
const ALIAS =
  /(?:[,;(]\s*|(?<=\b(?:c\.? ?v|s\.? ?[ac]|a\.? ?c|r\.? ?l|ltd|llc|inc|corp)\.?)\s+)(?:ahora|antes|a\.?k\.?a|f\.?k\.?a|n\.?k\.?a)[.:]{0,2}\s+(?:es\s+)?/iu;
const LEADING_ALIAS = /^[\s,;(]*(?:ahora|antes)[.:]?\s+(?:es\s+)?/iu;
/** What each of them has, and most names have not. */
const HINT = /ahora|antes|k\.?a/iu;
/** More names than these are not read from one text. */
export const ALIASES_MAX = 5;

/**
 * The names in one cell of a list: what follows `//` is another name where it says `Ahora` or `Antes`, and a note of
 * the authority otherwise, which is left out.
 */
export function splitAliases(text: string): string[] {
  return listNames(text, (note) => LEADING_ALIAS.test(note)).slice(0, ALIASES_MAX);
}

/**
 * The names in what somebody is looked for by. Nobody knows what a caller means by `//`: what follows is a name too, and so
 * is all of it together. A note only costs a few words; whoever it hides would not be found.
 */
export function splitAsked(text: string): { names: string[]; isWhole: boolean } {
  const all = listNames(text, () => true);
  const together = text.includes('//') ? [text.replaceAll('//', ' ').trim()] : [];
  const names = [...new Set([...all.slice(0, ALIASES_MAX), ...together])];
  return { names: names.filter((name) => name !== ''), isWhole: all.length <= ALIASES_MAX };
}

function listNames(text: string, isName: (note: string) => boolean): string[] {
  const isPlain = !text.includes('//') && !HINT.test(text);
  if (isPlain) return [text.trim()].filter((name) => name !== '');
  const [first = '', ...notes] = text.split('//');
  const named = notes.filter(isName).map((note) => note.replace(LEADING_ALIAS, ''));
  const names = [first, ...named]
    .flatMap((part) => part.split(ALIAS))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return [...new Set(names)];
}
