import type { FieldName } from '../extracted.ts';
import { type KindRules, weigh } from '../kind-rules.ts';
import { placeOf } from '../lines.ts';
import { round } from '../sheet.ts';
import { DAY_IN_TEXT, readDay } from '../spanish-day.ts';

const SIGNS: readonly (readonly [RegExp, number])[] = [
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

type Hit = { name: FieldName; pattern: RegExp; parse?: (text: string) => string | undefined };

const HITS: readonly Hit[] = [
  {
    name: 'deedNumber',
    pattern:
      /(?:ESCRITURA (?:PUBLICA )?|INSTRUMENTO (?:PUBLICO )?|POLIZA )(?:NUMERO|N[O0]\.?)\s*:?\s*(\d[\d,]{0,9})/,
    parse: (text) => text.replaceAll(',', ''),
  },
  { name: 'deedDate', pattern: new RegExp(`(${DAY_IN_TEXT.source})`), parse: readDay },
  { name: 'notaryNumber', pattern: /NOTARI[OA] PUBLIC[OA] (?:NUMERO|N[O0]\.?)\s*:?\s*(\d{1,4})/ },
  {
    name: 'tradeFolio',
    pattern:
      /FOLIO MERCANTIL(?: ELECTRONICO)?(?: (?:NUMERO|N[O0]\.?))?\s*:?\s*([A-Z]?-?\d[\d*-]{3,20})/,
  },
  {
    name: 'companyName',
    pattern: /(?:DENOMINACION(?: SOCIAL)?|DENOMINAD[OA])\s*:?\s*["“]([^"”]{3,150})["”]/,
  },
  {
    name: 'capital',
    pattern: /CAPITAL SOCIAL[^$\n]{0,80}\$\s*(\d{1,3}(?:,\d{3})*(?:\.\d{2})?)/,
    parse: (text) => text.replaceAll(',', ''),
  },
];
/** Labels are all that speaks for what stands beside them in running text. */
const CONFIDENCE = 0.7;

/** Articles of incorporation (acta constitutiva): only values beside labels, for review by a person. */
export const ARTICLES: KindRules = {
  kind: 'articles_of_incorporation',
  score: ({ folded }) => weigh(folded, SIGNS),
  alwaysReview: true,
  read: ({ lines }, sheet) => {
    for (const { name, pattern, parse } of HITS) {
      const found = lines.flatMap((line) => {
        const match = pattern.exec(line.folded);
        if (match === null) return [];
        const [whole, part = ''] = match;
        const start = match.index + whole.lastIndexOf(part);
        const text = line.text.slice(start, start + part.length);
        const value = parse === undefined ? text : parse(text);
        return value === undefined
          ? []
          : { value, place: placeOf(line, start, start + part.length) };
      });
      const [first] = found;
      if (first === undefined) {
        sheet.miss(name, 'label_not_found');
        continue;
      }
      sheet.putAt(name, first.value, { place: first.place, proven: false });
      sheet.change(name, { confidence: round(CONFIDENCE * first.place.readAs) });
    }
    for (const name of ['notaryName', 'shareholders'] as const) sheet.miss(name, 'label_not_found');
  },
};
