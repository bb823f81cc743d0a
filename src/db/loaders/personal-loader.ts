import type DataLoader from 'dataloader';
import type { PersonalInformation } from '../../domain/personal-information.ts';
import type { Db } from '../client.ts';
import { type Reader, readPersonalInformation } from '../queries/business/personal-information.ts';
import { insertAuditEvent } from '../queries/records/audit-events.ts';
import { createLoader, type Schedule } from './create-loader.ts';
import { inOrder } from './loader-order.ts';

/** By a participant's id; undefined where there is no such participant. */
export type PersonalLoader = {
  load: (participantId: number) => Promise<PersonalInformation | undefined>;
  /** Records the reading of somebody who is no participant, in a screening that was read already. */
  recordTyped: (screeningId: number) => Promise<void>;
};

/** For one reader and one answer, and never shared: it records who read of whom, once for all that is asked at once. */
export function createPersonalLoader(db: Db, reader: Reader, schedule?: Schedule): PersonalLoader {
  const readAll = async (ids: readonly number[]) =>
    inOrder(ids, await readPersonalInformation(db, reader, ids), (row) => row.participantId);
  const recordAll = async (ids: readonly number[]) => {
    const details = { screeningIds: [...ids] };
    await insertAuditEvent(db, { ...reader, action: 'personal_information_read', details });
    return ids.map(() => undefined);
  };
  // Few requests ask for any, so that it is made for those only.
  let loader: DataLoader<number, PersonalInformation | undefined> | undefined;
  let typed: DataLoader<number, undefined> | undefined;
  return {
    load: (participantId) => {
      loader ??= createLoader(schedule, readAll);
      return loader.load(participantId);
    },
    recordTyped: async (screeningId) => {
      typed ??= createLoader(schedule, recordAll);
      await typed.load(screeningId);
    },
  };
}
