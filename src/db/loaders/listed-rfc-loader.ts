import type DataLoader from 'dataloader';
import { findListedRfcs, type ListedRfcs } from '../queries/lists/listed-rfcs.ts';
import type { LoaderSource } from './argument-loader.ts';
import { createLoader } from './create-loader.ts';

/** Result for one RFC in the lists of the SAT. `isOwing`: the RFC is in a list of article 69. */
export type ListedRfc = Pick<ListedRfcs, 'loaded' | 'procedures'> & { isOwing: boolean };

export type ListedRfcLoader = DataLoader<string, ListedRfc>;

export function createListedRfcLoader({ db, schedule }: LoaderSource): ListedRfcLoader {
  return createLoader(schedule, async (rfcs) => {
    const { loaded, owing, procedures } = await findListedRfcs(db, rfcs);
    const owingRfcs = new Set(owing);
    const proceduresByRfc = Map.groupBy(procedures, ({ rfc }) => rfc);
    return rfcs.map((rfc) => ({
      loaded,
      isOwing: owingRfcs.has(rfc),
      procedures: proceduresByRfc.get(rfc) ?? [],
    }));
  });
}
