import type DataLoader from 'dataloader';
import type { PersonalInformation } from '../../domain/personal-information.ts';
import type { Db } from '../client.ts';
import { type Reader, readPersonalInformation } from '../queries/business/personal-information.ts';
import { createLoader, type Schedule } from './create-loader.ts';
import { inOrder } from './loader-order.ts';

/** By a participant's id; undefined where there is no such participant. */
export type PersonalLoader = {
  load: (participantId: number) => Promise<PersonalInformation | undefined>;
};

/** For one reader and one answer, and never shared: it records who read of whom, once for all that is asked at once. */
export function createPersonalLoader(db: Db, reader: Reader, schedule?: Schedule): PersonalLoader {
  const readAll = async (ids: readonly number[]) =>
    inOrder(ids, await readPersonalInformation(db, reader, ids), (row) => row.participantId);
  // Few requests ask for any, so that it is made for those only.
  let loader: DataLoader<number, PersonalInformation | undefined> | undefined;
  return {
    load: (participantId) => {
      loader ??= createLoader(schedule, readAll);
      return loader.load(participantId);
    },
  };
}
