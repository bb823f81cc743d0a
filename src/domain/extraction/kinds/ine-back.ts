import type { Sex } from '../../tax/curp.ts';
import { type KindRules, type RuleInput, scorePatterns } from '../kind-rules.ts';
import { parseDocumentMrz, putMrzFields } from '../mrz-fields.ts';

/**
 * Back of a voter card (INE). Its machine-readable zone has three lines; the first contains `IDMEX`, the CIC and the
 * number of the citizen.
 */
export const INE_BACK: KindRules = {
  kind: 'ine_back',
  score: (input) => {
    const wordScore = scorePatterns(input.folded, [
      [/IDMEX/, 0.5],
      [/INSTITUTO NACIONAL ELECTORAL|INSTITUTO FEDERAL ELECTORAL/, 0.1],
      [/SECRETARI[OA] EJECUTIV[OA]/, 0.2],
    ]);
    const isFront = /CLAVE DE ELECTOR/.test(input.folded);
    return Math.min(1, Math.max(0, wordScore + (hasZone(input) ? 0.8 : 0) - (isFront ? 0.4 : 0)));
  },
  countOwnFields: (input) =>
    /[I1L][D0O]MEX[\dOIBSZ<]/.test(input.folded) || hasZone(input) ? 1 : 0,
  ownFieldsMin: 1,
  extract: (input, builder) => {
    const mrz = parseDocumentMrz(input);
    if (mrz === undefined) {
      for (const name of [
        'cic',
        'birthDate',
        'expiryDate',
        'givenNames',
        'paternalSurname',
      ] as const)
        builder.markMissing(name, 'unreadable');
      builder.addCheck('mrz_check_digits', null, 'No machine-readable zone was read');
      return;
    }
    putMrzFields(input, { ...mrz, sex: parseSex(input.document.mrz?.lines[1]) }, builder);
    const page = input.document.mrz?.page ?? null;
    const cic = builder.findField('documentNumber');
    if (cic === undefined) builder.markMissing('cic', 'unreadable');
    else builder.put({ ...cic, name: 'cic' });
    const confidence = mrz.isVerified ? VERIFIED_NUMBER_CONFIDENCE : UNVERIFIED_NUMBER_CONFIDENCE;
    const [number] = /\d{13}/.exec(mrz.optional) ?? [];
    if (number === undefined) return builder.markMissing('ocrNumber', 'not_valid');
    builder.put({ name: 'ocrNumber', value: number, source: 'mrz', page, confidence });
    // The first four of the thirteen digits are the section, the last nine the citizen's number.
    builder.put({
      name: 'section',
      value: number.slice(0, 4),
      source: 'mrz',
      page,
      confidence: NUMBER_PART_CONFIDENCE,
    });
    builder.put({
      name: 'citizenId',
      value: number.slice(4),
      source: 'mrz',
      page,
      confidence: NUMBER_PART_CONFIDENCE,
    });
  },
};

/** Confidence of the number in the optional data: only the composite check digit covers it. */
const VERIFIED_NUMBER_CONFIDENCE = 0.97;
const UNVERIFIED_NUMBER_CONFIDENCE = 0.8;
/** Confidence of the parts of the number, which no label names. Values below 0.9 need review. */
const NUMBER_PART_CONFIDENCE = 0.85;

function hasZone(input: RuleInput): boolean {
  const mrz = parseDocumentMrz(input);
  return mrz?.format === 'TD1' && mrz.documentCode === 'ID' && mrz.issuer === 'MEX';
}

/** Returns the sex. Some cards print H and M, others M and F, so an M alone is ambiguous. */
function parseSex(line = ''): Sex | undefined {
  const letter = line.charAt(7);
  if (letter === 'H') return 'male';
  return letter === 'F' ? 'female' : undefined;
}
