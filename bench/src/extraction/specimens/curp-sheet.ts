import type { Chance } from '../chance.ts';
import { dayFirst, type InventedPerson } from '../invented-person.ts';
import { Sheet } from '../sheet.ts';
import type { PrintedSpecimen } from '../specimen.ts';

/** Draws the printed CURP sheet of the population register. */
export async function drawCurpSheet(
  person: InventedPerson,
  chance: Chance,
  font: string,
): Promise<PrintedSpecimen> {
  const sheet = new Sheet(1275, 1650, '#ffffff');
  const qr = codeOf(person);
  const plain = { size: 25, font };
  sheet.write('ESTADOS UNIDOS MEXICANOS', [420, 90], { size: 30, font, isBold: true });
  const title = 'CONSTANCIA DE LA CLAVE ÚNICA DE REGISTRO DE POBLACIÓN';
  sheet.write(title, [170, 150], { size: 28, font, isBold: true });
  const entries: [string, string][] = [
    ['Clave:', person.curp],
    ['Nombre:', `${person.given} ${person.paternal} ${person.maternal}`],
    ['Entidad de registro:', person.stateName],
  ];
  entries.forEach(([said, given], at) => {
    sheet.write(said, [110, 270 + at * 110], { ...plain, color: '#555555' });
    sheet.write(given, [110, 312 + at * 110], { size: 32, font, isBold: true });
  });
  await sheet.code(qr, { left: 880, top: 260, width: 280, height: 280 });
  const date = `${chance.two(1, 28)} de ${chance.pick(['enero', 'mayo', 'septiembre'])} de 2026`;
  sheet.write('CURP Certificada: verificada con el Registro Civil', [110, 640], plain);
  sheet.write(`Ciudad de México, a ${date}`, [700, 720], plain);
  sheet.write(`PRESENTE`, [110, 790], { ...plain, isBold: true });
  const letter = [
    'El derecho a la identidad está consagrado en nuestra Constitución. En el registro de',
    'población se inscriben todas las personas que habitan el país y las mexicanas y los',
    'mexicanos que viven en el extranjero. La clave que aparece arriba es única y sirve',
    'para los trámites ante la administración pública.',
  ];
  letter.forEach((line, at) => sheet.write(line, [110, 860 + at * 40], plain));
  return {
    kind: 'curp',
    png: sheet.toPng(),
    pdf: sheet.toPdf(),
    mrz: null,
    qr,
    fields: {
      curp: person.curp,
      fullName: `${person.given} ${person.paternal} ${person.maternal}`,
    },
  };
}

function codeOf(person: InventedPerson): string {
  const { curp, paternal, maternal, given, stateName } = person;
  const sex = person.sex === 'male' ? 'HOMBRE' : 'MUJER';
  return [curp, '', paternal, maternal, given, sex, dayFirst(person.birthDate), stateName, ''].join(
    '|',
  );
}
