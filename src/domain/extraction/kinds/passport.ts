import { foldKey } from '../fold.ts';
import { checkIdentity } from '../identity-checks.ts';
import { type KindRules, weigh } from '../kind-rules.ts';
import { mrzOf, putMrz } from '../mrz-fields.ts';
import { readCurp } from '../values.ts';

/** Page of data of a passport, of whichever country. */
export const PASSPORT: KindRules = {
  kind: 'passport',
  score: (material) => {
    const mrz = mrzOf(material);
    const isZone = mrz?.format === 'TD3' && mrz.documentCode.startsWith('P');
    const words = weigh(material.folded, [
      [/PASAPORTE|PASSPORT/, 0.35],
      [/ESTADOS UNIDOS MEXICANOS/, 0.15],
      [/PASAPORTE N[O0]|PASSPORT N[O0]/, 0.1],
    ]);
    return Math.min(1, words + (isZone ? 0.7 : 0));
  },
  read: (material, sheet) => {
    const mrz = mrzOf(material);
    if (mrz === undefined) {
      for (const name of [
        'documentNumber',
        'birthDate',
        'expiryDate',
        'givenNames',
        'paternalSurname',
      ] as const)
        sheet.miss(name, 'unreadable');
      sheet.check('mrz_check_digits', null, 'No machine-readable zone was read');
    } else putMrz(material, mrz, sheet);
    const curp = material.folded
      .match(/[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d/g)
      ?.flatMap((text) => readCurp(text) ?? []);
    const [own] = curp ?? [];
    if (own === undefined) sheet.miss('curp', 'label_not_found');
    else sheet.put({ name: 'curp', value: own, source: 'ocr', confidence: 0.93 });
    checkText(material.folded, sheet);
    checkIdentity(sheet, material.today);
  },
};

function checkText(folded: string, sheet: Parameters<KindRules['read']>[1]): void {
  const number = sheet.value('documentNumber');
  if (number === undefined) return;
  const outside = folded.split('\n').filter((line) => !line.includes('<'));
  const found = outside.some((line) => foldKey(line).includes(number));
  sheet.check(
    'mrz_matches_text',
    found ? true : null,
    found
      ? 'The number of the zone stands on the page too'
      : 'The number of the zone was not read elsewhere on the page',
  );
}
