/** Maximum number of characters, so that the name fits in a header and in the file systems of clients. */
const LENGTH_MAX = 200;

/**
 * Invisible characters: control and format characters, among them marks that change the text direction, line and
 * paragraph separators, and characters for private use or without assignment.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/**
 * Normalizes a file name sent by a client for display and download: without directories and invisible characters, in
 * NFC, at most 200 characters; `file` when only dots or nothing is left.
 */
export function normalizeFileName(fileName: string): string {
  const baseName = fileName.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  // NFC comes last, because removing a character may make its neighbours combine.
  const name = baseName.replaceAll(/\s+/gu, ' ').replaceAll(INVISIBLE, '').normalize('NFC').trim();
  const isUsable = name.replaceAll('.', '') !== '';
  return isUsable ? shorten(name) : 'file';
}

/** Shortens a name between characters and keeps its extension, by which programs recognize the type. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= LENGTH_MAX) return name;
  const extension = Array.from(getExtension(name));
  // A text of more than ten characters after the last dot is no extension.
  const suffix = extension.length === 0 || extension.length > 10 ? [] : ['.', ...extension];
  return [...characters.slice(0, LENGTH_MAX - suffix.length), ...suffix].join('');
}

/** Returns the extension in lower case; '' when there is none. */
export function getExtension(name: string): string {
  return /[^.]\.([^.\s]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}
