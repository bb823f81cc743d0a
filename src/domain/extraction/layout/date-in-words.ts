import { foldWords } from '../fold-text.ts';
import { parseSpanishDate } from '../spanish-date.ts';

const UNITS =
  'CERO UNO DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ONCE DOCE TRECE CATORCE QUINCE DIECISEIS DIECISIETE DIECIOCHO DIECINUEVE VEINTE VEINTIUNO VEINTIDOS VEINTITRES VEINTICUATRO VEINTICINCO VEINTISEIS VEINTISIETE VEINTIOCHO VEINTINUEVE TREINTA'.split(
    ' ',
  );
const VALUES: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ['UN', 1],
  ['PRIMERO', 1],
  ['VEINTIUN', 21],
  ['CUARENTA', 40],
  ['CINCUENTA', 50],
  ['SESENTA', 60],
  ['SETENTA', 70],
  ['OCHENTA', 80],
  ['NOVENTA', 90],
]);
const DATE =
  /^([A-Z0-9]+(?: Y [A-Z]+)?)(?: DIAS)?(?: DEL MES)? DE ([A-Z]{4,10}) (?:DE|DEL)(?: ANO)? (.+)$/;

/** Parses a date whose day or year may be in words: `cinco de marzo de dos mil diecinueve`. */
export function parseDateInWords(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = DATE.exec(foldWords(text)) ?? [];
  const [dayNumber, yearNumber] = [parseNumber(day), parseYear(year)];
  if (dayNumber === undefined || yearNumber === undefined) return undefined;
  return parseSpanishDate(`${dayNumber} DE ${month} DE ${yearNumber}`);
}

function parseYear(text: string): number | undefined {
  if (/^\d{4}$/.test(text)) return Number(text);
  const [, century, yearWords = ''] = /^(DOS MIL|MIL NOVECIENTOS)(?: (.+))?$/.exec(text) ?? [];
  if (century === undefined) return undefined;
  const years = yearWords === '' ? 0 : parseNumber(yearWords);
  return years === undefined ? undefined : (century === 'DOS MIL' ? 2000 : 1900) + years;
}

/** Parses a number below 100, in digits or words: `TREINTA Y UNO`. */
function parseNumber(text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const [tens = '', units, ...surplus] = text.split(' Y ');
  const value = VALUES.get(tens);
  if (units === undefined || value === undefined || surplus.length > 0) return value;
  const unit = VALUES.get(units);
  return unit === undefined || value < 30 || unit > 9 ? undefined : value + unit;
}
