import type { Chance } from '../chance.ts';
import { mrzFont } from '../fonts.ts';
import { dayFirst, type InventedPerson } from '../invented-person.ts';
import { Sheet } from '../sheet.ts';
import type { Specimen } from '../specimen.ts';
import { mrzDate, mrzName, withDigit } from './mrz-lines.ts';

/** Draws the data page of a Mexican passport. */
export function drawPassport(person: InventedPerson, chance: Chance, font: string): Specimen {
  const sheet = new Sheet(1500, 1056, '#eef1ea');
  sheet.weave('#d7e2d4', 14);
  sheet.portrait({ left: 60, top: 190, width: 380, height: 500 });
  const number = `${chance.pick(['G', 'N'])}${chance.digits(8)}`;
  const issued = `${chance.between(2019, 2025)}-${chance.two(1, 12)}-${chance.two(1, 28)}`;
  const expires = `${Number(issued.slice(0, 4)) + 10}${issued.slice(4)}`;
  const label = { size: 17, font, color: '#3b5a47' };
  const value = { size: 29, font, isBold: true };
  sheet.write('ESTADOS UNIDOS MEXICANOS', [480, 70], { size: 34, font, isBold: true });
  sheet.write('PASAPORTE / PASSPORT', [60, 150], { size: 26, font, isBold: true });
  const entries: [number, number, string, string][] = [
    [480, 130, 'Tipo / Type', 'P'],
    [640, 130, 'Clave del país de expedición / Issuing state code', 'MEX'],
    [1120, 130, 'Pasaporte No. / Passport No.', number],
    [480, 220, 'Apellidos / Surname', `${person.paternal} ${person.maternal}`],
    [480, 310, 'Nombres / Given names', person.given],
    [480, 400, 'Nacionalidad / Nationality', 'MEXICANA'],
    [480, 490, 'Fecha de nacimiento / Date of birth', dayFirst(person.birthDate, ' ')],
    [950, 490, 'CURP / Personal No.', person.curp],
    [480, 580, 'Sexo / Sex', person.sex === 'male' ? 'M' : 'F'],
    [640, 580, 'Lugar de nacimiento / Place of birth', person.stateName],
    [480, 670, 'Fecha de expedición / Date of issue', dayFirst(issued, ' ')],
    [950, 670, 'Autoridad / Authority', person.stateName],
    [480, 760, 'Fecha de caducidad / Date of expiry', dayFirst(expires, ' ')],
  ];
  for (const [left, top, said, given] of entries) {
    sheet.write(said, [left, top], label);
    sheet.write(given, [left, top + 36], value);
  }
  const mrz = passportLines(person, number, expires);
  const style = { size: 46, font: mrzFont() };
  const width = sheet.write(mrz[0] ?? '', [5000, 0], style) - 5000;
  const size = (46 * 1380) / width;
  mrz.forEach((line, at) => sheet.write(line, [60, 920 + at * 72], { ...style, size }));
  return {
    kind: 'passport',
    png: sheet.toPng(),
    mrz,
    qr: null,
    fields: { ...fieldsOf(person), documentNumber: number, issueDate: issued, expiryDate: expires },
  };
}

function fieldsOf(person: InventedPerson): Specimen['fields'] {
  return {
    paternalSurname: person.paternal,
    maternalSurname: person.maternal,
    givenNames: person.given,
    birthDate: person.birthDate,
    curp: person.curp,
    sex: person.sex,
  };
}

function passportLines(person: InventedPerson, number: string, expires: string): string[] {
  const sex = person.sex === 'male' ? 'M' : 'F';
  const [document, birth] = [withDigit(number), withDigit(mrzDate(person.birthDate))];
  const [expiry, personal] = [withDigit(mrzDate(expires)), withDigit('<'.repeat(14))];
  const all = withDigit(document + birth + expiry + personal).slice(-1);
  return [`P<MEX${mrzName(person, 39)}`, `${document}MEX${birth}${sex}${expiry}${personal}${all}`];
}
