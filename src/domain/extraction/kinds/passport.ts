import { checkIdentity } from '../identity-checks.ts';
import { type KindRules, type Material, weigh } from '../kind-rules.ts';
import { type Line, type Place, placeOf } from '../lines.ts';
import { checkDigitOf } from '../mrz.ts';
import { mrzOf, putMrz } from '../mrz-fields.ts';
import type { Sheet } from '../sheet.ts';
import { readDay } from '../spanish-day.ts';
import { hasCurpCheckDigit, readCurp } from '../values.ts';
import { putPrintedNames } from './passport-names.ts';

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
    } else {
      putMrz(material, mrz, sheet);
      putPrintedNames(material.lines, mrz, sheet);
    }
    putCurp(material.lines, sheet);
    putIssueDay(material.lines, sheet);
    checkText(material, sheet);
    checkIdentity(sheet, material.today);
  },
};

function putCurp(lines: readonly Line[], sheet: Sheet): void {
  const found = lines.flatMap((line) =>
    [
      ...line.folded.matchAll(/(?<![A-Z0-9])[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d(?![A-Z0-9])/g),
    ].flatMap(({ index, 0: text }) => {
      const curp = readCurp(text);
      return curp === undefined ? [] : { curp, place: placeOf(line, index, index + text.length) };
    }),
  );
  const [own] = found;
  if (own === undefined) return sheet.miss('curp', 'label_not_found');
  sheet.putAt('curp', own.curp, { place: own.place, proven: hasCurpCheckDigit(own.curp) });
}

/** Between the parts of a day a picture shows specks. */
const DAY = /(?<!\d)(\d{2})[ '.,-]{0,3}(\d{2})[ '.,-]{0,3}((?:19|20)\d{2})(?!\d)/;

/**
 * Labels stand above what they mean; where they were too small to be read, it is the one day that lies whole years before
 * the day of expiry, which its zone proved.
 */
function putIssueDay(lines: readonly Line[], sheet: Sheet): void {
  const at = lines.findIndex(({ folded }) => /FECHA DE EXPEDICION|DATE OF ISSUE/.test(folded));
  const under = lines[at + 1];
  const labelled = at === -1 || under === undefined ? [] : daysOf([under]);
  const until = sheet.value('expiryDate');
  const years = daysOf(lines).filter(({ issued }) => isSameDay(issued, until));
  const found = labelled.length > 0 ? labelled : years;
  const [first] = found;
  if (first === undefined || found.some(({ issued }) => issued !== first.issued))
    return sheet.miss('issueDate', at === -1 ? 'label_not_found' : 'unreadable');
  const { issued, place } = first;
  sheet.putAt('issueDate', issued, { place, proven: isValidFor(issued, until) });
}

function daysOf(lines: readonly Line[]): { issued: string; place: Place }[] {
  return lines.flatMap((line) => {
    const found = DAY.exec(line.folded);
    const [whole = '', day = '', month = '', year = ''] = found ?? [];
    const issued = readDay(`${day}/${month}/${year}`);
    if (found === null || issued === undefined) return [];
    return [{ issued, place: placeOf(line, found.index, found.index + whole.length) }];
  });
}

/** Passports are valid for whole years: the day of the year that both have speaks for it. */
function isSameDay(issued: string, until = ''): boolean {
  return issued < until && issued.slice(4) === until.slice(4);
}

/** Of Mexican passports, for adults and for children, and of those of most countries. */
const YEARS_VALID: ReadonlySet<number> = new Set([1, 3, 5, 6, 10]);

/** The year has nothing else that speaks for it. */
function isValidFor(issued: string, until = ''): boolean {
  const years = Number(until.slice(0, 4)) - Number(issued.slice(0, 4));
  return isSameDay(issued, until) && YEARS_VALID.has(years);
}

/** The number of the zone as the page prints it: a check digit does not tell G from 6, the page does. */
function checkText(material: Material, sheet: Sheet): void {
  const number = sheet.value('documentNumber');
  if (number === undefined) return;
  const outside = material.lines.filter(({ text }) => !text.includes('<'));
  const printed = outside
    .flatMap(({ folded }) => folded.match(/[A-Z0-9]{9}/g) ?? [])
    .filter(
      (one) =>
        foldLookAlikes(one) === foldLookAlikes(number) &&
        checkDigitOf(one) === checkDigitOf(number),
    );
  const lettered = [...printed, number].find((one) => /^[A-Z]/.test(one));
  const same = printed.length === 0 ? undefined : (lettered ?? number);
  if (same === undefined) {
    const confidence = Math.min(ALONE, sheet.get('documentNumber')?.confidence ?? 0);
    sheet.change('documentNumber', { confidence });
  } else if (!printed.includes(number))
    sheet.change('documentNumber', { value: same, confidence: ALONE });
  const detail =
    same === undefined
      ? 'The number of the zone was not read elsewhere on the page'
      : 'The number of the zone stands on the page too';
  sheet.check('mrz_matches_text', same === undefined ? null : true, detail);
}

const ALONE = 0.89;

function foldLookAlikes(text: string): string {
  return text.replaceAll('G', '6').replaceAll('O', '0').replaceAll('I', '1');
}
