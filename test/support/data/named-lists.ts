import type { ScreenedSubject } from '../../../src/domain/screening/screening.ts';
import { loadSatList, makeSat69List } from './sat-lists.ts';

/** Screening subject without any data. */
export const NOBODY: ScreenedSubject = {
  partyType: 'unknown',
  name: null,
  rfc: null,
  curp: null,
  passport: null,
  birthDate: null,
  country: null,
};

type Rows = readonly (readonly [rfc: string, name: string])[];
/** Loads names as an article 69 list, or as a custom list when a service is given. */
export type LoadNames = (rows: Rows, asOf: string, own?: number) => Promise<void>;

export async function loadNames(
  databaseUrl: string,
  ...[rows, asOf, own]: Parameters<LoadNames>
): Promise<void> {
  const file = { code: 'sat69-exigibles', list: makeSat69List(rows) } as const;
  const whose = own === undefined ? {} : { serviceId: own, source: `custom:own-${own}` };
  await loadSatList(databaseUrl, file, { asOf, ...whose });
}
