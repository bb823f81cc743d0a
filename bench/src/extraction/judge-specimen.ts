import type { DocumentContent } from '../../../src/domain/extraction/document-content.ts';
import {
  type Extracted,
  FIELD_NAMES,
  type FieldName,
} from '../../../src/domain/extraction/extracted.ts';
import type { Truth } from './specimen.ts';

/** Result of reading one specimen. */
export type Judgement = {
  hasKind: boolean;
  fields: JudgedField[];
  /** Null when the document has no machine-readable zone. */
  isMrzExact: boolean | null;
  isQrFound: boolean | null;
};

export type JudgedField = {
  name: FieldName;
  verdict: 'right' | 'wrong' | 'missing';
  confidence: number;
  said: string;
  stands: string;
};

/**
 * Judges a reading. A field is right when it equals the drawn text exactly; missing accents are tolerated unless they
 * count, Ñ always counts.
 */
export function judgeSpecimen(
  { fields, mrz, qr, kind, isExact }: Truth,
  extracted: Extracted,
  read: DocumentContent,
): Judgement {
  const isSame = (one: string, other: string): boolean =>
    isExact === true ? one === other : plain(one) === plain(other);
  const judged = FIELD_NAMES.flatMap((name): JudgedField[] => {
    const stands = fields[name];
    if (stands === undefined) return [];
    const found = extracted.fields.find((field) => field.name === name);
    const isRight = found !== undefined && isSame(found.value, stands);
    return [
      {
        name,
        verdict: found === undefined ? 'missing' : isRight ? 'right' : 'wrong',
        confidence: found?.confidence ?? 0,
        said: found?.value ?? '',
        stands,
      },
    ];
  });
  return {
    hasKind: extracted.kind === kind,
    fields: judged,
    isMrzExact: mrz === null ? null : read.mrz?.lines.join() === mrz.join(),
    isQrFound: qr === null ? null : read.codes.some(({ text }) => text === qr),
  };
}

function plain(text: string): string {
  return text
    .toUpperCase()
    .normalize('NFD')
    .replace(/(?<!N)[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/\s*([-.,])\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
