import type { Chance } from '../chance.ts';
import type { InventedPerson } from '../invented-person.ts';
import { Sheet } from '../sheet.ts';
import type { PrintedSpecimen } from '../specimen.ts';

// biome-ignore format: one a line would be a page of them.
const MONTHS = ['ENERO', 'FEBRERO', 'MARZO', 'ABRIL', 'MAYO', 'JUNIO', 'JULIO', 'AGOSTO', 'SEPTIEMBRE', 'OCTUBRE', 'NOVIEMBRE', 'DICIEMBRE'];
const VERIFIER = 'https://siat.sat.gob.mx/app/qr/faces/pages/mobile/validadorqr.jsf';

/** Draws the first page of the tax status certificate of a natural person, at 150 dpi. */
export async function drawTaxStatusCertificate(
  person: InventedPerson,
  chance: Chance,
  font: string,
): Promise<PrintedSpecimen> {
  const sheet = new Sheet(1275, 1650, '#ffffff');
  const idCif = chance.digits(11);
  const qr = `${VERIFIER}?D1=10&D2=1&D3=${idCif}_${person.rfc}`;
  const start = `${chance.between(2000, 2023)}-${chance.two(1, 12)}-${chance.two(1, 28)}`;
  const bold = { size: 22, font, isBold: true };
  const plain = { size: 22, font };
  sheet.write('CÉDULA DE IDENTIFICACIÓN FISCAL', [90, 120], { ...bold, size: 20 });
  sheet.write('CONSTANCIA DE SITUACIÓN FISCAL', [640, 120], { ...bold, size: 28 });
  await sheet.code(qr, { left: 90, top: 160, width: 220, height: 220 });
  sheet.write(person.rfc, [340, 250], bold);
  sheet.write('Registro Federal de Contribuyentes', [340, 278], { ...plain, size: 18 });
  sheet.write(`${person.given} ${person.paternal} ${person.maternal}`, [340, 318], {
    ...bold,
    size: 18,
  });
  sheet.write('Nombre, denominación o razón social', [340, 344], { ...plain, size: 18 });
  sheet.write(`idCIF: ${idCif}`, [340, 384], plain);
  sheet.write('Lugar y Fecha de Emisión', [760, 180], plain);
  sheet.write(`${person.municipality} , ${person.stateName} A 12 DE OCTUBRE DE 2026`, [640, 210], {
    ...bold,
    size: 18,
  });
  writeRows(sheet, { person, start, font });
  return {
    kind: 'tax_status_certificate',
    png: sheet.toPng(),
    pdf: sheet.toPdf(),
    mrz: null,
    qr,
    fields: { ...fieldsOf(person), idCif, operationsStartDate: start },
  };
}

type Rows = { person: InventedPerson; start: string; font: string };

function writeRows(sheet: Sheet, { person, start, font }: Rows): void {
  const bold = { size: 22, font, isBold: true };
  const plain = { size: 22, font };
  const rows = identityRows(person, start);
  let top = 460;
  sheet.write('Datos de Identificación del Contribuyente:', [90, top], bold);
  for (const [said, given] of rows) {
    top += 44;
    sheet.write(said, [90, top], { ...plain, size: 20, isBold: true });
    sheet.write(given, [480, top], { ...plain, size: 20 });
  }
  top += 70;
  sheet.write('Datos del domicilio registrado', [90, top], bold);
  for (const pair of addressRows(person)) {
    top += 44;
    pair.forEach((one, at) => sheet.write(one, [90 + at * 530, top], { ...plain, size: 18 }));
  }
}

function fieldsOf(person: InventedPerson): PrintedSpecimen['fields'] {
  return {
    rfc: person.rfc,
    curp: person.curp,
    givenNames: person.given,
    paternalSurname: person.paternal,
    maternalSurname: person.maternal,
    taxStatus: 'ACTIVO',
    postalCode: person.postalCode,
    street: person.street,
    exteriorNumber: person.number,
    neighborhood: person.neighborhood,
    municipality: person.municipality,
    state: person.stateName,
  };
}

function identityRows(person: InventedPerson, start: string): [string, string][] {
  return [
    ['RFC:', person.rfc],
    ['CURP:', person.curp],
    ['Nombre (s):', person.given],
    ['Primer Apellido:', person.paternal],
    ['Segundo Apellido:', person.maternal],
    ['Fecha inicio de operaciones:', inWords(start)],
    ['Estatus en el padrón:', 'ACTIVO'],
    ['Fecha de último cambio de estado:', inWords(start)],
    ['Nombre Comercial:', ''],
  ];
}

function addressRows(person: InventedPerson): [string, string][] {
  return [
    [`Código Postal:${person.postalCode}`, 'Tipo de Vialidad: CALLE'],
    [`Nombre de Vialidad: ${person.street}`, `Número Exterior: ${person.number}`],
    ['Número Interior:', `Nombre de la Colonia: ${person.neighborhood}`],
    [
      `Nombre de la Localidad: ${person.municipality}`,
      `Nombre del Municipio o Demarcación Territorial: ${person.municipality}`,
    ],
    [`Nombre de la Entidad Federativa: ${person.stateName}`, 'Entre Calle: REFORMA'],
  ];
}

function inWords(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${day} DE ${MONTHS[Number(month) - 1] ?? ''} DE ${year}`;
}
