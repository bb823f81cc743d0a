import readWorkbook from 'read-excel-file/node';
import { lowerThreadPriority } from '../../runtime/niceness.ts';

lowerThreadPriority();

/** Returns the cells of the first sheet as text. */
export async function readCells(workbook: Uint8Array): Promise<string[][]> {
  const [sheet] = await readWorkbook(Buffer.from(workbook));
  return (sheet?.data ?? []).map((row) => row.map(toText));
}

/** Returns a date as "31/12/2026", and other values than texts and numbers as an empty text. */
function toText(cell: unknown): string {
  if (cell instanceof Date)
    return cell.toISOString().slice(0, 10).split('-').toReversed().join('/');
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
}
