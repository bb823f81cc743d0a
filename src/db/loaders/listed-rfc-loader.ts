import type DataLoader from 'dataloader';
import { findListedRfcs, type ListedRfcs } from '../queries/lists/listed-rfcs.ts';
import type { LoaderSource } from './argument-loader.ts';
import { createLoader } from './create-loader.ts';

/** Result for one RFC in the lists of the SAT. `isOwing`: it is in a list of article 69. */
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
