import type { FieldName } from '../extracted.ts';
import { type ExtractionBuilder, roundConfidence } from '../extraction-builder.ts';
import { type KindRules, scorePatterns } from '../kind-rules.ts';
import { parseDateInWords } from '../layout/date-in-words.ts';
import { joinLocations, type Line, locateText, type TextLocation } from '../lines.ts';
import { countBylaws } from './articles-evidence.ts';

const KIND_PATTERNS: readonly (readonly [RegExp, number])[] = [
  [
    /ESCRITURA (?:PUBLICA )?(?:NUMERO|N[O0]\.?)|INSTRUMENTO (?:PUBLICO )?NUMERO|POLIZA NUMERO/,
    0.35,
  ],
  [/NOTARI[OA] PUBLIC[OA]|CORREDOR PUBLICO/, 0.25],
  [/CONSTITUCION DE (?:LA )?SOCIEDAD|ACTA CONSTITUTIVA|CONTRATO DE SOCIEDAD|CONSTITUYEN/, 0.3],
  [/CAPITAL SOCIAL/, 0.15],
  [/FOLIO MERCANTIL/, 0.1],
  [/ESTATUTOS SOCIALES|CLAUSULA/, 0.1],
];

type FieldPattern = {
  name: FieldName;
  /** Matches the text of all lines; its first group is the value. */
  pattern: RegExp;
  parse?: (text: string) => string | undefined;
};

const removeSeparators = (text: string): string => text.replace(/[^\d.]/g, '');
/** Number in words before its digits: `VEINTITRES MIL CUATROCIENTOS CINCO (23,405)`. */
const WORDS = '(?:[A-Z][A-Z ,.-]{2,120}?\\(\\s*)?';
const NUMBER_LABEL = '(?: NUMERO| NUM\\.?| N[O0]\\.?)\\s*[:.]?\\s*';
/** Date of a deed: after the place where the deed is made, and before the person who makes it. */
const DEED_DATE =
  /\bEN [^;]{3,120}?,? (?:A|AL|A LOS|EL DIA|EL|SIENDO EL DIA) (?:LOS )?((?:\d{1,2}|[A-Z]+(?: Y [A-Z]+)?)(?: DIAS)?(?: DEL MES)? DE [A-Z]{4,10} (?:DE|DEL)(?: ANO)? (?:\d{4}|(?:DOS MIL|MIL NOVECIENTOS)(?: [A-Z]+){0,3}?))(?=\s*[,(;.])[^;]{0,120}?(?:ANTE MI|\bYO\b|HAGO CONSTAR|COMPARECE)/;

const FIELD_PATTERNS: readonly FieldPattern[] = [
  {
    name: 'deedNumber',
    pattern: new RegExp(
      `(?:ESCRITURA(?: PUBLICA)?|INSTRUMENTO(?: PUBLICO| NOTARIAL)?|POLIZA)${NUMBER_LABEL}${WORDS}(\\d[\\d,]{0,9})(?!\\d)`,
    ),
    parse: removeSeparators,
  },
  { name: 'deedDate', pattern: DEED_DATE, parse: parseDateInWords },
  {
    name: 'notaryNumber',
    pattern: new RegExp(`NOTARI[OA](?: PUBLIC[OA])?${NUMBER_LABEL}${WORDS}(\\d{1,4})(?!\\d)`),
  },
  {
    name: 'notaryName',
    pattern: /(?:LICENCIAD[OA]|\bLIC\.) ([A-Z][A-Z .]{6,70}?),? (?:TITULAR |NOTARI[OA]|CORREDOR )/,
  },
  {
    name: 'tradeFolio',
    pattern:
      /FOLIO MERCANTIL(?: ELECTRONICO)?(?: (?:NUMERO|N[O0]\.?))?\s*:?\s*([A-Z]?-?\d[\d*-]{3,20})/,
  },
  {
    name: 'companyName',
    pattern:
      /(?:DENOMINACION(?: SOCIAL)?(?: (?:ES|SERA|DE))?|(?:SE )?DENOMINA(?:RA|D[OA])?)\s*[:,]?\s*["“«”]\s*([^"“”»]{3,150}?)\s*["”»“]/,
  },
  {
    name: 'capital',
    pattern:
      /CAPITAL (?:SOCIAL|MINIMO|FIJO)[^$]{0,160}?\$\s*(\d{1,3}(?:,\d{3})*(?:\.\d{2})?)(?![\d,])/,
    parse: removeSeparators,
  },
];
/** Maximum confidence of a value in running text, where its label is the only evidence. */
const CONFIDENCE_MAX = 0.7;

/** Articles of incorporation (acta constitutiva): only values beside labels, for review by a person. */
export const ARTICLES: KindRules = {
  kind: 'articles_of_incorporation',
  score: ({ folded }) => scorePatterns(folded.replace(/\s+/g, ' '), KIND_PATTERNS),
  countOwnFields: countBylaws,
  ownFieldsMin: 4,
  alwaysReview: true,
  extract: ({ lines }, builder) => {
    const text = lines.map(({ folded }) => folded).join(' ');
    for (const field of FIELD_PATTERNS) putField({ lines, text }, field, builder);
    // No pattern finds the shareholders reliably in running text.
    builder.markMissing('shareholders', 'label_not_found');
  },
};

type LinesWithText = {
  lines: readonly Line[];
  /** Folded text of the lines, joined by spaces. */
  text: string;
};

/** Adds the field that a pattern captures, or the reason why it is missing. */
function putField(
  { lines, text }: LinesWithText,
  { name, pattern, parse = (captured) => captured }: (typeof FIELD_PATTERNS)[number],
  builder: ExtractionBuilder,
): void {
  const match = pattern.exec(text);
  if (match === null) return builder.markMissing(name, 'label_not_found');
  const [matched, captured = ''] = match;
  const start = match.index + matched.indexOf(captured);
  const parts = sliceLines(lines, start, start + captured.length);
  const value = parse(parts.map((part) => part.text).join(' '));
  const location = joinLocations(parts.map((part) => part.location));
  if (location === undefined || value === undefined) return builder.markMissing(name, 'not_valid');
  builder.putAt(name, value, { location, isVerified: false });
  builder.update(name, {
    confidence: roundConfidence(CONFIDENCE_MAX * location.readConfidence),
  });
}

/** Returns the parts of lines between two offsets of their text, which is joined by spaces. */
function sliceLines(
  lines: readonly Line[],
  start: number,
  end: number,
): { text: string; location: TextLocation }[] {
  let offset = 0;
  return lines.flatMap((line) => {
    const [from, to] = [Math.max(0, start - offset), Math.min(line.text.length, end - offset)];
    offset += line.text.length + 1;
    if (to <= from) return [];
    return [{ text: line.text.slice(from, to).trim(), location: locateText(line, from, to) }];
  });
}
