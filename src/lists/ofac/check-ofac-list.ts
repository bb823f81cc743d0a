import type { ListEntry } from '../../domain/lists/list-entry.ts';
import { createListError, type ListReader } from '../list-reader.ts';

/** Lists of OFAC: the Specially Designated Nationals, and the consolidated list of all others. */
type OfacCode = 'ofac-sdn' | 'ofac-cons';

/** Programs that only one of the two lists has. */
const DISTINCTIVE_PROGRAMS: Record<OfacCode, RegExp> = {
  'ofac-sdn': /^(?:SDN|SDGT|SDT\b|FTO\b|NPWMD\b)/,
  'ofac-cons': /^(?:NS-PLC|CMIC-|NS-CMIC|NS-MBS|561-RELATED|FSE-|CAPTA)/,
};
const OTHER_LIST: Record<OfacCode, OfacCode> = { 'ofac-sdn': 'ofac-cons', 'ofac-cons': 'ofac-sdn' };

/** Maximum percentage of entries that have programs of the other list only: OFAC moves a few entries late. */
const OTHERS_PERCENT_MAX = 1;

/**
 * Creates a reader that checks the file as well: it throws OperatorError for the other OFAC list. It compares the name
 * of the list, which only the advanced XML states, at each entry, and the programs of all entries after the last one.
 */
export function createCheckedReader(code: OfacCode, read: ListReader): ListReader {
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
    const reason = `${otherCount} of its ${count} entries (${percent} %) are in programs of ${OTHER_LIST[code]}; a file of ${code} may have at most ${OTHERS_PERCENT_MAX} % of them`;
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
