import { type Chance, createChance } from './chance.ts';
import { TEXT_FONTS } from './fonts.ts';
import { type InventedPerson, inventPerson } from './invented-person.ts';
import type { Specimen } from './specimen.ts';
import { drawCurpSheet } from './specimens/curp-sheet.ts';
import { drawElectricityBill } from './specimens/electricity-bill.ts';
import { drawIneBack } from './specimens/ine-back.ts';
import { drawIneFront } from './specimens/ine-front.ts';
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

/** So many of each type, each of another invented person and in another font than the one before. */
export async function drawSpecimens(seed: number, ofEach: number): Promise<Specimen[]> {
  const chance = createChance(seed);
  const specimens: Specimen[] = [];
  for (let round = 0; round < ofEach; round++) {
    for (const draw of DRAWINGS)
      specimens.push(await draw(inventPerson(chance), chance, chance.pick(TEXT_FONTS)));
  }
  return specimens;
}
