import type { ListName } from '../../domain/lists/list-entry.ts';

/**
 * Parses the names in a cell: in "X // Ahora Y" and "X, antes Z", Y and Z are other names of X. Other text after `//`
 * is a note, usually about a judgment.
 */
export function readNoticeNames(cell: string): { names: ListName[]; note: string | null } {
  const [firstText = '', ...furtherTexts] = cell.split('//').map(collapseSpaces);
  const names: ListName[] = [];
  const notes: string[] = [];
  addNames(names, firstText, 'primary');
  for (const text of furtherTexts) {
    if (RENAME_WORD.test(` ${text}`)) addNames(names, text, 'primary');
    else if (text !== '') notes.push(text);
  }
  return { names, note: notes.length === 0 ? null : notes.join(' // ') };
}

/** Word before another name. A preceding character is required, so texts are matched with a space in front. */
const RENAME_WORD = /[\s,(]\s*(ahora|antes)\s*[:,]?\s+(?=\S)/i;

function addNames(names: ListName[], text: string, kind: ListName['kind']): void {
  const match = RENAME_WORD.exec(` ${text}`);
  if (match === null) {
    if (text !== '') names.push({ name: text, kind });
    return;
  }
  const before = collapseSpaces(text.slice(0, Math.max(0, match.index - 1)));
  const after = collapseSpaces(text.slice(match.index + match[0].length - 1).replace(/\)\s*$/, ''));
  if (before !== '') names.push({ name: before, kind });
  addNames(names, after, match[1]?.toLowerCase() === 'ahora' ? 'nka' : 'fka');
}

/** Collapses the newlines and repeated spaces that come from the layout of the table. */
function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
