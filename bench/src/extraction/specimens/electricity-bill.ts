import type { Chance } from '../chance.ts';
import type { InventedPerson } from '../invented-person.ts';
import { Sheet } from '../sheet.ts';
import type { PrintedSpecimen } from '../specimen.ts';

const MONTHS = ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT'];

/** Draws the upper half of a bill of the electricity company. */
export async function drawElectricityBill(
  person: InventedPerson,
  chance: Chance,
  font: string,
): Promise<PrintedSpecimen> {
  const sheet = new Sheet(1275, 1650, '#ffffff');
  const service = chance.digits(12);
  const [month, day, total] = [chance.between(2, 9), chance.two(1, 28), chance.between(80, 4000)];
  const plain = { size: 25, font };
  const bold = { ...plain, isBold: true };
  sheet.write('CFE', [90, 120], { size: 64, font, isBold: true, color: '#0a6b3d' });
  sheet.write('Comisión Federal de Electricidad', [240, 100], { ...bold, size: 30 });
  sheet.write('CFE Suministrador de Servicios Básicos', [240, 138], plain);
  sheet.write('RFC: CSS160330CP7', [240, 172], { ...plain, size: 20 });
  const lines = [
    `${person.given} ${person.paternal} ${person.maternal}`,
    `${person.street} ${person.number}`,
    `${person.neighborhood} C.P. ${person.postalCode}`,
    `${person.municipality}, ${person.stateShort}`,
  ];
  lines.forEach((line, at) => sheet.write(line, [90, 260 + at * 40], at === 0 ? bold : plain));
  sheet.write('TOTAL A PAGAR:', [840, 260], bold);
  sheet.write(`$${total}.00`, [840, 320], { size: 48, font, isBold: true });
  const spaced = service.replace(/(\d{3})(?=\d)/g, '$1 ');
  const rows: [string, string][] = [
    ['NO. DE SERVICIO:', spaced],
    ['RMU:', `${person.postalCode} 26-10-02 ABCD-101010 001 CFE`],
    ['LÍMITE DE PAGO:', `${day} ${MONTHS[month] ?? ''} 26`],
    ['PERIODO FACTURADO:', `05 ${MONTHS[month - 2] ?? ''} 26 - 04 ${MONTHS[month] ?? ''} 26`],
    ['TARIFA:', '01'],
  ];
  rows.forEach(([said, given], at) => {
    const end = sheet.write(said, [90, 500 + at * 52], bold);
    sheet.write(given, [end + 14, 500 + at * 52], plain);
  });
  await sheet.code(`01${service}26`, { left: 90, top: 820, width: 620, height: 110 }, 'Code128');
  return {
    kind: 'proof_of_address',
    png: sheet.toPng(),
    pdf: sheet.toPdf(),
    mrz: null,
    qr: null,
    fields: {
      serviceNumber: service,
      postalCode: person.postalCode,
      dueDate: `2026-${String(month + 1).padStart(2, '0')}-${day}`,
      amountDue: `${total}.00`,
    },
  };
}
