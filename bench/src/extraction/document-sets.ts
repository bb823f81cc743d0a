import { createChance } from './chance.ts';
import { drawSpecimens, printSpecimens, writeInvoices } from './draw-specimens.ts';
import type { SentSpecimen } from './specimen.ts';
import { CLEAN, SPOILINGS, type Spoiling } from './spoil.ts';

/** Documents of one kind, which depend on the seed. */
export type DocumentSet = {
  name: string;
  draw: (seed: number) => AsyncIterable<SentSpecimen> | Iterable<SentSpecimen>;
};

const INVOICES = 6;

export const XML: DocumentSet = {
  name: 'invoices, XML',
  draw: (seed) => writeInvoices(seed, INVOICES),
};
export const PRINTED: DocumentSet = {
  name: 'PDFs with text',
  draw: (seed) => printSpecimens(seed),
};
export const SCANNED: DocumentSet = toSet(CLEAN);
export const SPOILT: readonly DocumentSet[] = SPOILINGS.map(toSet);

/** One of each kind of document, spoilt in that way. */
function toSet({ name, spoil }: Spoiling): DocumentSet {
  return {
    name,
    draw: async function* draw(seed) {
      const chance = createChance(seed);
      for await (const { png, ...truth } of drawSpecimens(seed))
        yield { ...truth, mediaType: 'image/jpeg', bytes: await spoil(png, chance) };
    },
  };
}
