import DataLoader from 'dataloader';
import type { PersonalInformation } from '../domain/personal-information.ts';
import type { Db } from './client.ts';
import { type Reader, readPersonalInformation } from './queries/personal-information.ts';

/** By a participant's id; undefined where there is no such participant. */
export type PersonalLoader = DataLoader<number, PersonalInformation | undefined>;

/** For one reader and one answer, and never shared: it records who read of whom, once for all that is asked at once. */
export function createPersonalLoader(db: Db, reader: Reader): PersonalLoader {
  return new DataLoader(async (ids) => {
    const rows = await readPersonalInformation(db, reader, ids);
    const byId = new Map(rows.map((row) => [row.participantId, row]));
    return ids.map((id) => byId.get(id));
  });
}
