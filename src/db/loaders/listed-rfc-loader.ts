import type DataLoader from 'dataloader';
import { findListedRfcs, type ListedRfcs } from '../queries/lists/listed-rfcs.ts';
import { createLoader } from './create-loader.ts';
import type { LoaderSource } from './part-loader.ts';

/** Entries of one RFC in the lists of the SAT, and the loaded lists. */
export type ListedRfc = Pick<ListedRfcs, 'loaded' | 'procedures'> & { isOwing: boolean };

export type ListedRfcLoader = DataLoader<string, ListedRfc>;

export function createListedRfcLoader({ db, schedule }: LoaderSource): ListedRfcLoader {
  return createLoader(schedule, async (rfcs) => {
    const { loaded, owing, procedures } = await findListedRfcs(db, rfcs);
    const isOwing = new Set(owing);
    const byRfc = Map.groupBy(procedures, ({ rfc }) => rfc);
    return rfcs.map((rfc) => ({
      loaded,
      isOwing: isOwing.has(rfc),
      procedures: byRfc.get(rfc) ?? [],
    }));
  });
}
