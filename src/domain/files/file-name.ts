const LENGTH_MAX = 200;

/** Controls, line and paragraph separators, and the marks that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/**
 * A name to show and to save under, of what a client sent: without folders and signs that cannot be seen, in
 * NFC, at most 200 characters. `file` where nothing is left.
 */
export function normalizeFileName(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  // Signs come together over what was between them, so they are composed last.
  const name = last.replaceAll(/\s+/gu, ' ').replaceAll(UNSEEN, '').normalize('NFC').trim();
  const isUsable = name.replaceAll('.', '') !== '';
  return isUsable ? shorten(name) : 'file';
}

/** The ending stays: it is what programs go by. Cut between characters, never within one. */
function shorten(name: string): string {
  const signs = Array.from(name);
  if (signs.length <= LENGTH_MAX) return name;
  const ending = Array.from(extensionOf(name));
  const kept = ending.length === 0 || ending.length > 10 ? [] : ['.', ...ending];
  return [...signs.slice(0, LENGTH_MAX - kept.length), ...kept].join('');
}

/** What stands behind the last dot, in lower case; '' where there is none. */
export function extensionOf(name: string): string {
  return /[^.]\.([^.\s]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}
