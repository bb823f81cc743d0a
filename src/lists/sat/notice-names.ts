import type { ListName } from '../../domain/lists/list-entry.ts';

/**
 * The names in one cell: "X // Ahora Y" and "X, antes Z" are other names of X; any other text behind `//` is a note,
 * mostly about a judgment.
 */
export function readNoticeNames(cell: string): { names: ListName[]; note: string | null } {
  const [start = '', ...rest] = cell.split('//').map(tidy);
  const names: ListName[] = [];
  const notes: string[] = [];
  addNames(names, start, 'primary');
  for (const text of rest) {
    if (RENAMED.test(` ${text}`)) addNames(names, text, 'primary');
    else if (text !== '') notes.push(text);
  }
  return { names, note: notes.length === 0 ? null : notes.join(' // ') };
}

const RENAMED = /[\s,(]\s*(ahora|antes)\s*[:,]?\s+(?=\S)/i;

function addNames(names: ListName[], text: string, kind: ListName['kind']): void {
  const found = RENAMED.exec(` ${text}`);
  if (found === null) {
    if (text !== '') names.push({ name: text, kind });
    return;
  }
  const before = tidy(text.slice(0, Math.max(0, found.index - 1)));
  const after = tidy(text.slice(found.index + found[0].length - 1).replace(/\)\s*$/, ''));
  if (before !== '') names.push({ name: before, kind });
  addNames(names, after, found[1]?.toLowerCase() === 'ahora' ? 'nka' : 'fka');
}

/** Newlines and repeated blanks inside a name are the table's, not the taxpayer's. */
function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
