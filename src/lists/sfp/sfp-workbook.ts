import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Piscina } from 'piscina';
import { isBearableWorkbook, TAIL_BYTES } from '../../adapters/files/workbook.ts';
import type { ListEntry } from '../../domain/lists/list-entry.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import { moduleBeside } from '../../runtime/module-beside.ts';
import { type ListFile, type ReadList, refuseList } from '../reading.ts';
import { foldHeader } from '../sat/columns.ts';
import { readDates } from '../text/spanish-dates.ts';

/** The published workbook has 1.3 MB, for it is not packed; others unpack to some ten times what they have. */
const WORKBOOK_BYTES_MAX = 20 * 1024 ** 2;
const UNPACKED_BYTES_MAX = 16 * 1024 ** 2;
/** Of a thread that reads a workbook. A single cell at the end of a sheet makes millions of empty ones before it. */
const HEAP_MB_MAX = 128;

const COLUMNS = {
  name: 'PROVEEDOR Y CONTRATISTA',
  authority: 'OIC RESPONSABLE',
  file: 'EXPEDIENTE',
  procedure: 'PROCEDIMIENTO ADMINISTRATIVO',
  law: 'LEY INFRINGIDA',
  from: 'INICIO DE LA SANCION',
  until: 'FIN DE LA SANCION',
  fine: 'MONTO DE LA MULTA',
  period: 'PERIODO DE INHABILITACION',
} as const;

type Column = keyof typeof COLUMNS;

/** The workbook of suppliers and contractors whom the Secretaría de la Función Pública has sanctioned. It says no day. */
export const readSfpWorkbook: ReadList = async function* readSfpWorkbook(files, reading) {
  for (const file of files) {
    const [header = [], ...rows] = await readCells(file);
    const headers = header.map(foldHeader);
    const columnOf = (column: Column) => headers.indexOf(COLUMNS[column]);
    for (const column of ['name', 'file', 'procedure', 'from'] as const) {
      if (columnOf(column) === -1) {
        throw refuseList({ file: file.name, line: 1 }, `missing column ${COLUMNS[column]}`);
      }
    }
    for (const [index, cells] of rows.entries()) {
      if (cells.every((cell) => cell === '')) continue;
      reading.countRow();
      const cell = (column: Column) => cells[columnOf(column)] ?? '';
      if (cell('name') === '') {
        throw refuseList({ file: file.name, line: index + 2 }, 'it has no name');
      }
      yield readSupplier(cell);
    }
  }
};

async function readCells(file: ListFile): Promise<string[][]> {
  let bytes = 0;
  const bounded = async function* () {
    for await (const chunk of file.open()) {
      bytes += chunk.length;
      if (bytes > WORKBOOK_BYTES_MAX) {
        throw refuseList({ file: file.name, line: 1 }, 'workbooks of over 20 MB are refused');
      }
      yield chunk;
    }
  };
  const whole = await buffer(bounded());
  if (!(await isBearableWorkbook(inMemory(whole)))) {
    throw refuseList(
      { file: file.name, line: 1 },
      'not a workbook, or its uncompressed size exceeds the limit',
    );
  }
  return await readInThread(whole, file);
}

/** In a thread, which ends where the workbook needs more memory than any that is published, and nothing else does. */
async function readInThread(whole: Buffer, file: ListFile): Promise<string[][]> {
  const thread = new Piscina<Buffer, string[][]>({
    filename: moduleBeside(import.meta.url, 'workbook-worker').href,
    name: 'readCells',
    maxThreads: 1,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  try {
    return await thread.run(whole);
  } catch (error) {
    const place = { file: file.name, line: 1 };
    throw Object.assign(refuseList(place, 'not a readable workbook'), { cause: error });
  } finally {
    await thread.destroy();
  }
}

function inMemory(whole: Buffer): Parameters<typeof isBearableWorkbook>[0] {
  return {
    serviceId: ALL_SERVICES,
    tail: whole.subarray(-TAIL_BYTES),
    byteCount: whole.length,
    unpackedMax: UNPACKED_BYTES_MAX,
    read: ({ first, last }) => Readable.from([whole.subarray(first, last + 1)]),
  };
}

/** A procedure against a supplier is an entry; who supplies under which RFC the workbook does not say. */
function readSupplier(cell: (column: Column) => string): ListEntry {
  const name = cell('name').replace(/\s+/g, ' ');
  const from = readDates(cell('from'))[0] ?? cell('from');
  const until = readDates(cell('until'))[0] ?? cell('until');
  const details = Object.entries({
    authority: cell('authority').replace(/\s+/g, ' '),
    file: cell('file'),
    procedure: cell('procedure'),
    law: cell('law'),
    from,
    until,
    fine: cell('fine'),
    period: cell('period'),
  });
  return {
    key: [name, cell('file'), cell('procedure')].join(' | '),
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
