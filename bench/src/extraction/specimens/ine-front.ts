import type { Chance } from '../chance.ts';
import { dayFirst, type InventedPerson, withoutAccents } from '../invented-person.ts';
import { Sheet } from '../sheet.ts';
import type { Specimen } from '../specimen.ts';

/** Draws the front of the voter card since 2019. */
export function drawIneFront(person: InventedPerson, chance: Chance, font: string): Specimen {
  const sheet = new Sheet(1400, 883, '#f4f0ee');
  sheet.weave('#e6dcdf', 13);
  sheet.portrait({ left: 50, top: 220, width: 360, height: 460 });
  const label = { size: 20, font, color: '#7a2048', isBold: true };
  const value = { size: 29, font };
  const since = String(chance.between(1995, 2022));
  const [from, until] = yearsOf(chance);
  const [section, issue] = [chance.digits(4), chance.two(0, 4)];
  const key = electorKey(person, chance);
  sheet.write('MÉXICO', [60, 90], { size: 40, font, isBold: true, color: '#9c1c55' });
  sheet.write('INSTITUTO NACIONAL ELECTORAL', [330, 70], { size: 42, font, isBold: true });
  sheet.write('CREDENCIAL PARA VOTAR', [330, 120], { size: 34, font, isBold: true });
  sheet.write('NOMBRE', [450, 200], label);
  sheet.write('SEXO', [1170, 200], label);
  sheet.write(person.sex === 'male' ? 'H' : 'M', [1245, 201], value);
  [person.paternal, person.maternal, person.given].forEach((part, at) =>
    sheet.write(part, [450, 240 + at * 37], value),
  );
  writeAddress(sheet, person, font);
  const after = (text: string, given: string, [left, top]: [number, number]): void => {
    const end = sheet.write(text, [left, top], label);
    sheet.write(given, [end + 14, top + 2], value);
  };
  after('CLAVE DE ELECTOR', key, [450, 535]);
  after('CURP', person.curp, [450, 590]);
  after('AÑO DE REGISTRO', `${since} ${issue}`, [930, 590]);
  const columns: [number, string, string][] = [
    [450, 'FECHA DE NACIMIENTO', dayFirst(person.birthDate)],
    [800, 'SECCIÓN', section],
    [1010, 'VIGENCIA', `${from} - ${until}`],
  ];
  for (const [left, said, given] of columns) {
    sheet.write(said, [left, 650], label);
    sheet.write(given, [left, 688], value);
  }
  return {
    kind: 'ine_front',
    png: sheet.toPng(),
    mrz: null,
    qr: null,
    fields: {
      ...fieldsOf(person),
      electorKey: key,
      section,
      registrationYear: since,
      validYears: `${from}-${until}`,
    },
  };
}

function writeAddress(sheet: Sheet, person: InventedPerson, font: string): void {
  const label = { size: 20, font, color: '#7a2048', isBold: true };
  const value = { size: 29, font };
  sheet.write('DOMICILIO', [450, 365], label);
  const address = [
    `${person.street} ${person.number}`,
    `COL ${person.neighborhood} ${person.postalCode}`,
    `${person.municipality}, ${person.stateShort}`,
  ];
  address.forEach((line, at) => sheet.write(line, [450, 403 + at * 36], value));
}

function fieldsOf(person: InventedPerson): Specimen['fields'] {
  return {
    paternalSurname: person.paternal,
    maternalSurname: person.maternal,
    givenNames: person.given,
    curp: person.curp,
    birthDate: person.birthDate,
    sex: person.sex,
    postalCode: person.postalCode,
  };
}

function yearsOf(chance: Chance): [string, string] {
  const from = chance.between(2019, 2025);
  return [String(from), String(from + 10)];
}

/** Returns the elector key: six consonants of the name, birth date, state, sex and three digits. */
function electorKey(person: InventedPerson, chance: Chance): string {
  const consonants = [person.paternal, person.maternal, person.given].map((text) => {
    const plain = withoutAccents(text)
      .replaceAll('Ñ', 'N')
      .replace(/[^A-Z]/g, '');
    return (plain.charAt(0) + plain.slice(1).replace(/[AEIOU]/g, '')).slice(0, 2).padEnd(2, 'X');
  });
  const date = person.birthDate.slice(2).replaceAll('-', '');
  const sex = person.sex === 'male' ? 'H' : 'M';
  return `${consonants.join('')}${date}${chance.two(1, 32)}${sex}${chance.digits(3)}`;
}
