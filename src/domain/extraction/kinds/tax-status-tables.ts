import type { ExtractionBuilder } from '../extraction-builder.ts';
import { foldText } from '../fold-text.ts';
import { joinLocations, type Line, locateText } from '../lines.ts';
import { parseSpanishDate } from '../spanish-date.ts';

/** Codes of tax regimes in the catalogue of the SAT, by folded name. */
const REGIMES: ReadonlyMap<string, string> = new Map(
  [
    ['601', 'General de Ley Personas Morales'],
    ['603', 'Personas Morales con Fines no Lucrativos'],
    ['605', 'Sueldos y Salarios e Ingresos Asimilados a Salarios'],
    ['606', 'Arrendamiento'],
    ['607', 'Regimen de Enajenacion o Adquisicion de Bienes'],
    ['608', 'Demas ingresos'],
    ['610', 'Residentes en el Extranjero sin Establecimiento Permanente en Mexico'],
    ['611', 'Ingresos por Dividendos (socios y accionistas)'],
    ['612', 'Personas Fisicas con Actividades Empresariales y Profesionales'],
    ['614', 'Ingresos por intereses'],
    ['615', 'Regimen de los ingresos por obtencion de premios'],
    ['616', 'Sin obligaciones fiscales'],
    ['620', 'Sociedades Cooperativas de Produccion que optan por diferir sus ingresos'],
    ['621', 'Incorporacion Fiscal'],
    ['622', 'Actividades Agricolas, Ganaderas, Silvicolas y Pesqueras'],
    ['623', 'Opcional para Grupos de Sociedades'],
    ['624', 'Coordinados'],
    ['625', 'Actividades Empresariales con ingresos a traves de Plataformas Tecnologicas'],
    ['626', 'Simplificado de Confianza'],
  ].map(([code = '', name = '']) => [toRegimeKey(name), code]),
);

function toRegimeKey(name: string): string {
  return foldText(name)
    .replace(/^REGIMEN (?:DE LAS |DE LOS |DE |LAS |LOS )?/, '')
    .replace(/[^A-Z]/g, '');
}

type Table = {
  name: 'economicActivities' | 'taxRegimes' | 'taxObligations';
  heading: RegExp;
  /** Formats the text of a row, without its dates. Undefined when it is not a row of the table. */
  formatRow: (row: string) => string | undefined;
  confidence: number;
};

const TABLES: readonly Table[] = [
  {
    name: 'economicActivities',
    heading: /^ORDEN\s+ACTIVIDAD ECONOMICA/,
    formatRow: (row) => {
      const [, activity, percent] = /^\d{1,3} (.+) (\d{1,3})$/.exec(row) ?? [];
      return activity === undefined ? undefined : `${activity} | ${percent} %`;
    },
    confidence: 0.95,
  },
  {
    name: 'taxRegimes',
    heading: /^REGIMEN\s+FECHA INICIO/,
    formatRow: (row) => {
      const code = REGIMES.get(toRegimeKey(row));
      return code === undefined ? row : `${code} ${row}`;
    },
    confidence: 0.95,
  },
  {
    // The text does not separate an obligation from its due date.
    name: 'taxObligations',
    heading: /^DESCRIPCION DE LA OBLIGACION/,
    formatRow: (row) => row,
    confidence: 0.85,
  },
];

const TABLE_END =
  /^(?:ACTIVIDADES ECONOMICAS|REGIMENES|OBLIGACIONES|SUS DATOS PERSONALES|CADENA ORIGINAL|SELLO DIGITAL)\b/;
const PAGE_NUMBER = /^PAGINA \[?\d+\]? DE \[?\d+\]?$/;
/** Text of a row and its start date, possibly with an end date: `Régimen General 01/01/2015`. */
const TRAILING_DATES = /^(.*?)\s*((?:\d{2}\/\d{2}\/\d{4}\s*){1,2})$/;
/** Maximum number of lines of a table, which bounds the work when its end was not recognized. */
const LINES_MAX = 200;

/** Adds the tables of a certificate: one line for each row, `text | start date | end date`. */
export function putTables(lines: readonly Line[], builder: ExtractionBuilder): void {
  for (const table of TABLES) putTable(lines, table, builder);
}

function putTable(lines: readonly Line[], table: Table, builder: ExtractionBuilder): void {
  const start = lines.findIndex(({ folded }) => table.heading.test(folded));
  if (start === -1) return builder.markMissing(table.name, 'label_not_found');
  const linesAfter = lines.slice(start + 1, start + 1 + LINES_MAX);
  const end = linesAfter.findIndex(({ folded }) => TABLE_END.test(folded));
  const rowLines = linesAfter
    .slice(0, end === -1 ? undefined : end)
    .filter(({ folded }) => !PAGE_NUMBER.test(folded));
  const location = joinLocations(rowLines.map((line) => locateText(line, 0, line.text.length)));
  if (location === undefined) return builder.markMissing(table.name, 'empty');
  const tableRows = joinRows(rowLines.map(({ text }) => text));
  const values = tableRows.map(({ text, days }) => {
    const rowText = table.formatRow(text);
    return rowText === undefined || days.includes(undefined)
      ? undefined
      : [rowText, ...days].join(' | ');
  });
  if (values.length === 0 || values.includes(undefined))
    return builder.markMissing(table.name, location.source === 'ocr' ? 'unreadable' : 'not_valid');
  builder.putAt(table.name, values.join('\n'), { location, isVerified: false });
  const confidence = Math.min(table.confidence, builder.findField(table.name)?.confidence ?? 0);
  builder.update(table.name, { confidence });
}

/** Joins lines to rows. A row ends with its dates; lines without dates belong to the next row. */
function joinRows(texts: readonly string[]): { text: string; days: (string | undefined)[] }[] {
  let pending = '';
  return texts.flatMap((line) => {
    const [, text, dates] = TRAILING_DATES.exec(line) ?? [];
    if (text === undefined || dates === undefined) {
      pending = `${pending} ${line}`.trim();
      return [];
    }
    const rowText = `${pending} ${text}`.trim();
    pending = '';
    return [{ text: rowText, days: dates.trim().split(/\s+/).map(parseSpanishDate) }];
  });
}
