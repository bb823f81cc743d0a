import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';

/** In order, by name; a released migration is never changed. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-foundation': foundation,
};
