import type DataLoader from 'dataloader';
import type { PersonalInformation } from '../../domain/business/personal-information.ts';
import type { Db } from '../client.ts';
import {
  type Reader,
  readPersonalInformation,
} from '../queries/participants/personal-information.ts';
import { insertAuditEvent } from '../queries/records/audit-events.ts';
import { createLoader, type Schedule } from './create-loader.ts';
import { orderByKeys } from './loader-order.ts';

/** Loader of personal information by participant id; undefined when the participant does not exist. */
export type PersonalLoader = {
  load: (participantId: number) => Promise<PersonalInformation | undefined>;
  /** Records in the audit trail that a screening subject that is not a participant was read. */
  recordSubjectRead: (screeningId: number) => Promise<void>;
};

/**
 * Creates a loader for one caller and one response, which must not be shared. Each batch records the read in the audit
 * trail: one event for each business, or one event for all screening subjects.
 */
export function createPersonalLoader(db: Db, reader: Reader, schedule?: Schedule): PersonalLoader {
  return new AuditedPersonalLoader(db, reader, schedule);
}

/** Loader that creates its DataLoaders on first use, because few requests need them. */
class AuditedPersonalLoader implements PersonalLoader {
  readonly #db: Db;
  readonly #reader: Reader;
  readonly #schedule: Schedule | undefined;
  #loader: DataLoader<number, PersonalInformation | undefined> | undefined;
  #subjectReads: DataLoader<number, undefined> | undefined;

  constructor(db: Db, reader: Reader, schedule: Schedule | undefined) {
    this.#db = db;
    this.#reader = reader;
    this.#schedule = schedule;
  }

  async load(participantId: number): Promise<PersonalInformation | undefined> {
    this.#loader ??= createLoader(this.#schedule, async (ids) =>
      orderByKeys(
        ids,
        await readPersonalInformation(this.#db, this.#reader, ids),
        (row) => row.participantId,
      ),
    );
    return await this.#loader.load(participantId);
  }

  async recordSubjectRead(screeningId: number): Promise<void> {
    this.#subjectReads ??= createLoader(this.#schedule, async (ids) => {
      const details = { screeningIds: [...ids] };
      const event = { ...this.#reader, action: 'personal_information_read', details } as const;
      await insertAuditEvent(this.#db, event);
      return ids.map(() => undefined);
    });
    await this.#subjectReads.load(screeningId);
  }
}
