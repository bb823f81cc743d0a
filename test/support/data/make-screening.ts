import type { Db } from '../../../src/db/client.ts';
import { insertScreenings } from '../../../src/db/queries/screening/screenings.ts';
import type { NewScreening, Screening } from '../../../src/domain/screening/screening.ts';

/** Creates a screening that found one company, by default of a person who is not a participant. */
export async function makeScreening(
  db: Db,
  serviceId: number,
  {
    name = 'NADIE',
    matches = [matchOf(name)],
    ...said
  }: Partial<NewScreening> & { name?: string } = {},
): Promise<Screening> {
  const by = { serviceId, userId: null, apiKeyId: null };
  const unknown = { rfc: null, curp: null, passport: null, birthDate: null, country: null };
  const [made] = await insertScreenings(db, by, [
    {
      participantId: null,
      trigger: 'asked',
      subject: { partyType: 'legal', name, ...unknown },
      lists: [],
      asOf: '2025-01-31',
      threshold: 0.85,
      outcome: 'alert',
      matches,
      matchesCount: matches.length,
      ...said,
    },
  ]);
  if (made === undefined) throw new Error('The screening was not made.');
  return made;
}

/** Creates a match by name with an entry of this name. */
export function matchOf(name: string): Screening['matches'][number] {
  return {
    entry: {
      source: 'sat69b',
      entryKey: 'CIE150318QX5',
      entryId: 1,
      contentHash: '00ff',
      matterHash: 'ff00',
      partyType: 'legal',
      name,
      names: [{ name, kind: 'primary' }],
      identifiers: [{ kind: 'rfc', value: 'CIE150318QX5', country: null }],
      status: 'Definitivo',
      programs: [],
      birthDates: [],
      countries: [],
      details: {},
      validFrom: '2025-01-31',
      validTo: null,
    },
    score: 1,
    band: 'name_exact_no_dob',
    matchedName: name,
    items: [],
  };
}
