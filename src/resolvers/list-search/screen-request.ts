import type { Db } from '../../db/client.ts';
import type { ListCaches } from '../../db/list-memory/list-caches.ts';
import type { ScreenedSubject } from '../../domain/screening/screening.ts';
import type { LookBack } from '../../domain/screening/tenure.ts';

/** Database, service, cached indexes and look-back period of a screening. */
export type ScreeningContext = {
  db: Db;
  serviceId: number;
  /** Indexes in memory; when absent, names are searched in the database. */
  memory?: ListCaches | undefined;
  /** Look-back period for public offices; the default applies when absent. */
  lookBack?: LookBack | undefined;
};

export type ScreenRequest = {
  subjects: readonly ScreenedSubject[];
  /** List codes, where `own` stands for all lists of the service; `all` for all lists. */
  lists: readonly string[] | 'all';
  /** List date as `YYYY-MM-DD`. */
  asOf: string;
  /** Minimum score of a match. Entries with a shared identifier are returned regardless. */
  minScore: number;
};
