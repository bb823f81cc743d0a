import type { ListEntry } from '../../domain/lists/list-entry.ts';
import { createListError, type ListReader } from '../list-reader.ts';

/** Lists of OFAC: the Specially Designated Nationals, and all others in one. */
type OfacCode = 'ofac-sdn' | 'ofac-cons';

/** Programs that only one of the two lists has. */
const DISTINCTIVE_PROGRAMS: Record<OfacCode, RegExp> = {
  'ofac-sdn': /^(?:SDN|SDGT|SDT\b|FTO\b|NPWMD\b)/,
  'ofac-cons': /^(?:NS-PLC|CMIC-|NS-CMIC|NS-MBS|561-RELATED|FSE-|CAPTA)/,
};
const OTHER_LIST: Record<OfacCode, OfacCode> = { 'ofac-sdn': 'ofac-cons', 'ofac-cons': 'ofac-sdn' };

/** Maximum percentage of entries in programs of the other list: OFAC tags a few entries with both. */
const OTHERS_PERCENT_MAX = 1;

/**
 * Wraps a reader with a check that the file is not of the other OFAC list, by the name of the list, which only the
 * advanced XML states, and by the programs of its entries. The wrapped reader throws OperatorError for the other list.
 */
export function checkOfacList(code: OfacCode, read: ListReader): ListReader {
  return async function* readChecked(files, report) {
    const file = files[0]?.name ?? '';
    let count = 0;
    let otherCount = 0;
    for await (const entry of read(files, report)) {
      checkStated(code, { file, stated: report.statedList });
      count += 1;
      if (belongsToOther(code, entry)) otherCount += 1;
      yield entry;
    }
    if (otherCount * 100 <= count * OTHERS_PERCENT_MAX) return;
    const percent = ((otherCount * 100) / count).toFixed(1);
    const reason = `${otherCount} of its ${count} entries (${percent} %) are in programs of ${OTHER_LIST[code]}; of ${code} at most ${OTHERS_PERCENT_MAX} % may be`;
    throw createListError({ file, line: 1 }, reason);
  };
}

function checkStated(
  code: OfacCode,
  { file, stated }: { file: string; stated: string | null },
): void {
  if (stated === null) return;
  const statedCode = /^SDN\b/i.test(stated) ? 'ofac-sdn' : 'ofac-cons';
  if (statedCode === code) return;
  throw createListError({ file, line: 1 }, `the file states ${statedCode}, not ${code}`);
}

/** True for an entry with a program of the other list and none of this one. */
function belongsToOther(code: OfacCode, { programs }: ListEntry): boolean {
  const hasProgramOf = (list: OfacCode): boolean =>
    programs.some((program) => DISTINCTIVE_PROGRAMS[list].test(program.toUpperCase()));
  return hasProgramOf(OTHER_LIST[code]) && !hasProgramOf(code);
}
