import { fold } from '../fold.ts';
import { joinPlaces, type Line, placeOf } from '../lines.ts';
import type { Sheet } from '../sheet.ts';
import { readDay } from '../spanish-day.ts';

/** The regimes of the SAT's catalogue, by their folded names. */
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
  ].map(([code = '', name = '']) => [keyOf(name), code]),
);

function keyOf(name: string): string {
  return fold(name)
    .replace(/^REGIMEN (?:DE LAS |DE LOS |DE |LAS |LOS )?/, '')
    .replace(/[^A-Z]/g, '');
}

type Table = {
  name: 'economicActivities' | 'taxRegimes' | 'taxObligations';
  heading: RegExp;
  /** What a row's text says, without its dates; undefined where it is no row. */
  toText: (row: string) => string | undefined;
  confidence: number;
};

const TABLES: readonly Table[] = [
  {
    name: 'economicActivities',
    heading: /^ORDEN\s+ACTIVIDAD ECONOMICA/,
    toText: (row) => {
      const [, activity, percent] = /^\d{1,3} (.+) (\d{1,3})$/.exec(row) ?? [];
      return activity === undefined ? undefined : `${activity} | ${percent} %`;
    },
    confidence: 0.95,
  },
  {
    name: 'taxRegimes',
    heading: /^REGIMEN\s+FECHA INICIO/,
    toText: (row) => {
      const code = REGIMES.get(keyOf(row));
      return code === undefined ? row : `${code} ${row}`;
    },
    confidence: 0.95,
  },
  {
    // A description and its due time stand side by side, and text does not say where one ends.
    name: 'taxObligations',
    heading: /^DESCRIPCION DE LA OBLIGACION/,
    toText: (row) => row,
    confidence: 0.85,
  },
];

const END =
  /^(?:ACTIVIDADES ECONOMICAS|REGIMENES|OBLIGACIONES|SUS DATOS PERSONALES|CADENA ORIGINAL|SELLO DIGITAL)\b/;
const PAGE_LINE = /^PAGINA \[?\d+\]? DE \[?\d+\]?$/;
const DATES = /^(.*?)\s*((?:\d{2}\/\d{2}\/\d{4}\s*){1,2})$/;
const LINES_MAX = 200;

/** The tables of a certificate: each row `text | day since | day until`, a line each. */
export function readTables(lines: readonly Line[], sheet: Sheet): void {
  for (const table of TABLES) readTable(lines, table, sheet);
}

function readTable(lines: readonly Line[], table: Table, sheet: Sheet): void {
  const start = lines.findIndex(({ folded }) => table.heading.test(folded));
  if (start === -1) return sheet.miss(table.name, 'label_not_found');
  const after = lines.slice(start + 1, start + 1 + LINES_MAX);
  const end = after.findIndex(({ folded }) => END.test(folded));
  const rows = after
    .slice(0, end === -1 ? undefined : end)
    .filter(({ folded }) => !PAGE_LINE.test(folded));
  const [first, ...others] = rows.map((line) => placeOf(line, 0, line.text.length));
  if (first === undefined) return sheet.miss(table.name, 'empty');
  const found = joinRows(rows.map(({ text }) => text));
  const values = found.map(({ text, days }) => {
    const said = table.toText(text);
    return said === undefined || days.includes(undefined) ? undefined : [said, ...days].join(' | ');
  });
  if (values.length === 0 || values.includes(undefined))
    return sheet.miss(table.name, first.source === 'ocr' ? 'unreadable' : 'not_valid');
  const place = joinPlaces(first, ...others);
  sheet.putAt(table.name, values.join('\n'), { place, proven: false });
  const confidence = Math.min(table.confidence, sheet.get(table.name)?.confidence ?? 0);
  sheet.change(table.name, { confidence });
}

/** A row ends with its dates; a line before that without any belongs to the next one. */
function joinRows(texts: readonly string[]): { text: string; days: (string | undefined)[] }[] {
  let open = '';
  return texts.flatMap((line) => {
    const [, text, dates] = DATES.exec(line) ?? [];
    if (text === undefined || dates === undefined) {
      open = `${open} ${line}`.trim();
      return [];
    }
    const whole = `${open} ${text}`.trim();
    open = '';
    return [{ text: whole, days: dates.trim().split(/\s+/).map(readDay) }];
  });
}
