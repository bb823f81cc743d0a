import type { Db } from '../../db/client.ts';
import type { ListCaches } from '../../db/list-memory/list-caches.ts';
import type { ScreenedSubject } from '../../domain/screening/screening.ts';
import type { LookBack } from '../../domain/screening/tenure.ts';

/** Whose lists are looked at, beside those that all share. */
export type ScreenedFor = {
  db: Db;
  serviceId: number;
  /** Where names are found without the database; absent where it is the database that finds them. */
  memory?: ListCaches | undefined;
  /** How far back offices count; as is usual where it is absent. */
  lookBack?: LookBack | undefined;
};

export type ScreenRequest = {
  subjects: readonly ScreenedSubject[];
  /** Codes of lists, and `own` for each of the service's own; `all` for each that there is, and none named. */
  lists: readonly string[] | 'all';
  /** `YYYY-MM-DD`. */
  asOf: string;
  /** The least score that is shown, save for who has the same identifier. */
  from: number;
};
