import { type Chance, createChance } from './chance.ts';
import { TEXT_FONTS } from './fonts.ts';
import { type InventedPerson, inventPerson } from './invented-person.ts';
import type { SentSpecimen, Specimen } from './specimen.ts';
import { drawCurpSheet } from './specimens/curp-sheet.ts';
import { drawElectricityBill } from './specimens/electricity-bill.ts';
import { drawIneBack } from './specimens/ine-back.ts';
import { drawIneFront } from './specimens/ine-front.ts';
import { writeInvoice } from './specimens/invoice.ts';
import { drawPassport } from './specimens/passport.ts';
import { drawTaxStatusCertificate } from './specimens/tax-status-certificate.ts';

type Draw = (person: InventedPerson, chance: Chance, font: string) => Promise<Specimen> | Specimen;
const DRAWINGS: readonly Draw[] = [
  drawTaxStatusCertificate,
  drawIneFront,
  drawIneBack,
  drawPassport,
  drawCurpSheet,
  drawElectricityBill,
];

/** Draws one specimen of each type, each of another fictitious person and in another font. */
export async function* drawSpecimens(seed: number): AsyncGenerator<Specimen> {
  const chance = createChance(seed);
  for (const draw of DRAWINGS)
    yield await draw(inventPerson(chance), chance, chance.pick(TEXT_FONTS));
}

const PRINTED = [drawTaxStatusCertificate, drawCurpSheet, drawElectricityBill];

/** Prints the same documents as PDFs with text: a tax certificate, a CURP sheet and a bill. */
export async function* printSpecimens(seed: number): AsyncGenerator<SentSpecimen> {
  const chance = createChance(seed);
  for (const draw of PRINTED) {
    const drawn = await draw(inventPerson(chance), chance, chance.pick(TEXT_FONTS));
    const { png: _png, pdf: bytes, ...truth } = drawn;
    yield { ...truth, bytes, mediaType: 'application/pdf', isExact: true };
  }
}

export function writeInvoices(seed: number, count: number): SentSpecimen[] {
  const chance = createChance(seed);
  return Array.from({ length: count }, () => writeInvoice(inventPerson(chance), chance));
}
