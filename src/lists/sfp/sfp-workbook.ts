import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Piscina } from 'piscina';
import { isSafeWorkbook, TAIL_BYTES } from '../../adapters/files/workbook.ts';
import type { ListEntry } from '../../domain/lists/list-entry.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { createListError, type ListFile, type ListReader } from '../list-reader.ts';
import { foldHeader } from '../sat/columns.ts';
import { parseDates } from '../text/spanish-dates.ts';

/** Maximum size of a file, which is read into memory. The published workbook has 1.3 MB and is not compressed. */
const WORKBOOK_BYTES_MAX = 20 * 1024 ** 2;
/**
 * Maximum size of the content of a workbook. A compressed workbook expands to about ten times its size; one that is not
 * compressed may therefore have no more than this size, although the file limit is higher.
 */
const UNPACKED_BYTES_MAX = 16 * 1024 ** 2;
/**
 * Maximum heap of a thread that reads a workbook. One cell at the end of a sheet creates millions of empty ones
 * before it.
 */
const HEAP_MB_MAX = 128;

const COLUMNS = {
  name: 'PROVEEDOR Y CONTRATISTA',
  authority: 'OIC RESPONSABLE',
  caseFile: 'EXPEDIENTE',
  procedure: 'PROCEDIMIENTO ADMINISTRATIVO',
  law: 'LEY INFRINGIDA',
  from: 'INICIO DE LA SANCION',
  until: 'FIN DE LA SANCION',
  fine: 'MONTO DE LA MULTA',
  period: 'PERIODO DE INHABILITACION',
} as const;

type Column = keyof typeof COLUMNS;

/**
 * Reader of the workbook of suppliers and contractors sanctioned by the Secretaría de la Función Pública. The workbook
 * does not state its list date.
 */
export const readSfpWorkbook: ListReader = async function* readSfpWorkbook(files, report) {
  for (const file of files) {
    const [header = [], ...rows] = await readCells(file);
    const headers = header.map(foldHeader);
    const getColumnIndex = (column: Column) => headers.indexOf(COLUMNS[column]);
    for (const column of ['name', 'caseFile', 'procedure', 'from'] as const) {
      if (getColumnIndex(column) === -1) {
        throw createListError({ file: file.name, line: 1 }, `missing column ${COLUMNS[column]}`);
      }
    }
    for (const [index, cells] of rows.entries()) {
      if (cells.every((cell) => cell === '')) continue;
      report.countRow();
      const cell = (column: Column) => cells[getColumnIndex(column)] ?? '';
      if (cell('name') === '') {
        // Lines count from 1, and the first is the header.
        throw createListError({ file: file.name, line: index + 2 }, 'it has no name');
      }
      yield readSupplier(cell);
    }
  }
};

async function readCells(file: ListFile): Promise<string[][]> {
  let bytes = 0;
  const readBounded = async function* () {
    for await (const chunk of file.open()) {
      bytes += chunk.length;
      if (bytes > WORKBOOK_BYTES_MAX) {
        throw createListError({ file: file.name, line: 1 }, 'workbooks of over 20 MB are refused');
      }
      yield chunk;
    }
  };
  const workbook = await buffer(readBounded());
  if (!(await isSafeWorkbook(toByteSource(workbook)))) {
    throw createListError(
      { file: file.name, line: 1 },
      'not a workbook, or its uncompressed size exceeds the limit',
    );
  }
  return await readInThread(workbook, file);
}

/** Reads the cells in a worker thread: only the thread ends when the workbook exceeds the heap limit. */
async function readInThread(workbook: Buffer, file: ListFile): Promise<string[][]> {
  const thread = new Piscina<Buffer, string[][]>({
    filename: moduleBeside(import.meta.url, 'workbook-worker').href,
    name: 'readCells',
    maxThreads: 1,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  try {
    return await thread.run(workbook);
  } catch (error) {
    const location = { file: file.name, line: 1 };
    throw Object.assign(createListError(location, 'not a readable workbook'), { cause: error });
  } finally {
    await thread.destroy();
  }
}

function toByteSource(workbook: Buffer): Parameters<typeof isSafeWorkbook>[0] {
  return {
    serviceId: ALL_SERVICES,
    tail: workbook.subarray(-TAIL_BYTES),
    byteCount: workbook.length,
    inflatedMax: UNPACKED_BYTES_MAX,
    read: ({ first, last }) => Readable.from([workbook.subarray(first, last + 1)]),
  };
}

/** Converts a row to an entry: one procedure against a supplier. The workbook contains no RFC. */
function readSupplier(cell: (column: Column) => string): ListEntry {
  const name = cell('name').replace(/\s+/g, ' ');
  const from = parseDates(cell('from'))[0] ?? cell('from');
  const until = parseDates(cell('until'))[0] ?? cell('until');
  const details = Object.entries({
    authority: cell('authority').replace(/\s+/g, ' '),
    file: cell('caseFile'),
    procedure: cell('procedure'),
    law: cell('law'),
    from,
    until,
    fine: cell('fine'),
    period: cell('period'),
  });
  return {
    key: [name, cell('caseFile'), cell('procedure')].join(' | '),
    partyType: 'unknown',
    names: [{ name, kind: 'primary' }],
    identifiers: [],
    status: null,
    programs: [],
    birthDates: [],
    countries: ['Mexico'],
    details: Object.fromEntries(details.filter(([, text]) => text !== '')),
  };
}
