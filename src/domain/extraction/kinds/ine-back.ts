import type { Sex } from '../../tax/curp.ts';
import { type KindRules, weigh } from '../kind-rules.ts';
import { mrzOf, putMrz } from '../mrz-fields.ts';

/** The back of a voter's card, with its zone of three lines: `IDMEX`, CIC, then the number of the citizen. */
export const INE_BACK: KindRules = {
  kind: 'ine_back',
  score: (material) => {
    const mrz = mrzOf(material);
    const isZone = mrz?.format === 'TD1' && mrz.documentCode === 'ID' && mrz.issuer === 'MEX';
    const words = weigh(material.folded, [
      [/IDMEX/, 0.5],
      [/INSTITUTO NACIONAL ELECTORAL|INSTITUTO FEDERAL ELECTORAL/, 0.1],
      [/SECRETARI[OA] EJECUTIV[OA]/, 0.2],
    ]);
    const isFront = /CLAVE DE ELECTOR/.test(material.folded);
    return Math.min(1, Math.max(0, words + (isZone ? 0.8 : 0) - (isFront ? 0.4 : 0)));
  },
  read: (material, sheet) => {
    const mrz = mrzOf(material);
    if (mrz === undefined) {
      for (const name of [
        'cic',
        'birthDate',
        'expiryDate',
        'givenNames',
        'paternalSurname',
      ] as const)
        sheet.miss(name, 'unreadable');
      sheet.check('mrz_check_digits', null, 'No machine-readable zone was read');
      return;
    }
    putMrz(material, { ...mrz, sex: sexOf(material.document.mrz?.lines[1]) }, sheet);
    const page = material.document.mrz?.page ?? null;
    const cic = sheet.get('documentNumber');
    if (cic === undefined) sheet.miss('cic', 'unreadable');
    else sheet.put({ ...cic, name: 'cic' });
    const confidence = mrz.isSound ? 0.97 : 0.8;
    const [number] = /\d{13}/.exec(mrz.optional) ?? [];
    if (number === undefined) return sheet.miss('ocrNumber', 'not_valid');
    sheet.put({ name: 'ocrNumber', value: number, source: 'mrz', page, confidence });
    // Of the thirteen the last nine are the citizen's, the first four the section's.
    sheet.put({
      name: 'section',
      value: number.slice(0, 4),
      source: 'mrz',
      page,
      confidence: 0.85,
    });
    sheet.put({ name: 'citizenId', value: number.slice(4), source: 'mrz', page, confidence: 0.85 });
  },
};

/** Cards write H and M as well as M and F: an M alone is a man's or a woman's, so it is nobody's. */
function sexOf(line = ''): Sex | undefined {
  const letter = line.charAt(7);
  if (letter === 'H') return 'male';
  return letter === 'F' ? 'female' : undefined;
}
