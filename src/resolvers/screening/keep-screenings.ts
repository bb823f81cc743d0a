import type { Db } from '../../db/client.ts';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import type { FoundMatch } from '../../domain/screening/raise-match.ts';
import type { ScreenedSubject } from '../../domain/screening/screening.ts';
import type { ScreeningSettings } from '../../domain/screening/screening-settings.ts';
import type { FoundOf } from './compare-with-entries.ts';
import type { Screened } from './screen-subjects.ts';

export type KeptFor = { serviceId: number; settings: ScreeningSettings };

export type KeptOfList = {
  source: string;
  found: readonly FoundOf[];
  raised: readonly FoundMatch[];
};

/** Keeps what a changed list brought, of those participants of whom something is raised; answers their screenings' ids. */
export async function keepOfList(
  _db: Db,
  _by: KeptFor,
  _kept: KeptOfList,
): Promise<ReadonlyMap<number, number>> {
  return await Promise.resolve(new Map());
}

export type KeptOfQueue = {
  participants: readonly ScreenableParticipant[];
  subjects: readonly ScreenedSubject[];
  screened: Screened;
  asOf: string;
};

/** Keeps what was looked for of participants who were new or changed, found or not; answers their screenings' ids. */
export async function keepOfQueue(
  _db: Db,
  _by: KeptFor,
  _kept: KeptOfQueue,
): Promise<ReadonlyMap<number, number>> {
  return await Promise.resolve(new Map());
}
