import type { FieldName } from '../extracted.ts';
import { roundConfidence } from '../extraction-builder.ts';
import { type KindRules, scorePatterns } from '../kind-rules.ts';
import { locateText } from '../lines.ts';
import { DATE_IN_TEXT, parseSpanishDate } from '../spanish-date.ts';
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
  pattern: RegExp;
  parse?: (text: string) => string | undefined;
};

const FIELD_PATTERNS: readonly FieldPattern[] = [
  {
    name: 'deedNumber',
    pattern:
      /(?:ESCRITURA (?:PUBLICA )?|INSTRUMENTO (?:PUBLICO )?|POLIZA )(?:NUMERO|N[O0]\.?)\s*:?\s*(\d[\d,]{0,9})/,
    parse: (text) => text.replaceAll(',', ''),
  },
  { name: 'deedDate', pattern: new RegExp(`(${DATE_IN_TEXT.source})`), parse: parseSpanishDate },
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
/** Maximum confidence of a value in running text, where its label is the only evidence. */
const CONFIDENCE_MAX = 0.7;

/** Articles of incorporation (acta constitutiva): only values beside labels, for review by a person. */
export const ARTICLES: KindRules = {
  kind: 'articles_of_incorporation',
  score: ({ folded }) => scorePatterns(folded, KIND_PATTERNS),
  countOwnFields: countBylaws,
  ownFieldsMin: 4,
  alwaysReview: true,
  extract: ({ lines }, builder) => {
    for (const { name, pattern, parse } of FIELD_PATTERNS) {
      const candidates = lines.flatMap((line) => {
        const match = pattern.exec(line.folded);
        if (match === null) return [];
        const [whole, captured = ''] = match;
        const start = match.index + whole.lastIndexOf(captured);
        const text = line.text.slice(start, start + captured.length);
        const value = parse === undefined ? text : parse(text);
        return value === undefined
          ? []
          : { value, location: locateText(line, start, start + captured.length) };
      });
      const [first] = candidates;
      if (first === undefined) {
        builder.markMissing(name, 'label_not_found');
        continue;
      }
      builder.putAt(name, first.value, { location: first.location, isVerified: false });
      builder.update(name, {
        confidence: roundConfidence(CONFIDENCE_MAX * first.location.readConfidence),
      });
    }
    // No pattern finds these two reliably in running text.
    for (const name of ['notaryName', 'shareholders'] as const)
      builder.markMissing(name, 'label_not_found');
  },
};
