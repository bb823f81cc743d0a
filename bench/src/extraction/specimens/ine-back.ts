import type { Chance } from '../chance.ts';
import { mrzFont } from '../fonts.ts';
import type { InventedPerson } from '../invented-person.ts';
import { Sheet } from '../sheet.ts';
import type { Specimen } from '../specimen.ts';
import { mrzDate, mrzName, withDigit } from './mrz-lines.ts';

/** Draws the back of the voter card since 2019, with barcodes above and the machine-readable zone below. */
export async function drawIneBack(person: InventedPerson, chance: Chance): Promise<Specimen> {
  const sheet = new Sheet(1400, 883, '#f1eef2');
  sheet.weave('#e0d9e4', 12);
  const [cic, ocr] = [chance.digits(9), chance.digits(13)];
  const expires = `${chance.between(2027, 2034)}-12-31`;
  const qr = `http://qr.ine.mx/${ocr}${chance.digits(12)}/${cic}`;
  await sheet.code(qr, { left: 70, top: 60, width: 250, height: 250 });
  await sheet.code(`${qr}/v`, { left: 380, top: 60, width: 250, height: 250 });
  await sheet.code(ocr, { left: 760, top: 90, width: 560, height: 90 }, 'Code128');
  sheet.write('INSTITUTO NACIONAL ELECTORAL', [70, 400], { size: 26, font: 'Arimo', isBold: true });
  const mrz = ineLines(person, { cic, ocr, expires });
  const style = { size: 60, font: mrzFont() };
  const size = (60 * 1280) / (sheet.write(mrz[0] ?? '', [5000, 0], style) - 5000);
  mrz.forEach((line, at) => sheet.write(line, [60, 610 + at * 92], { ...style, size }));
  return {
    kind: 'ine_back',
    png: sheet.toPng(),
    mrz,
    qr,
    fields: {
      cic,
      citizenId: ocr.slice(4),
      ocrNumber: ocr,
      birthDate: person.birthDate,
      // An M could be a man's or a woman's, so it is not asked for.
      ...(person.sex === 'male' ? { sex: 'male' } : {}),
      expiryDate: expires,
    },
  };
}

function ineLines(
  person: InventedPerson,
  { cic, ocr, expires }: { cic: string; ocr: string; expires: string },
): string[] {
  const first = `IDMEX${withDigit(cic)}<<${ocr}`;
  const [birth, expiry] = [withDigit(mrzDate(person.birthDate)), withDigit(mrzDate(expires))];
  const optional = '<02<<12345<'.slice(0, 11);
  const all = withDigit(first.slice(5) + birth + expiry + optional).slice(-1);
  const sex = person.sex === 'male' ? 'H' : 'M';
  return [first, `${birth}${sex}${expiry}MEX${optional}${all}`, mrzName(person, 30)];
}
