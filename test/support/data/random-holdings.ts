import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import { insertMatches } from '../../../src/db/queries/screening/matches.ts';
import { MATCH_STATES, type MatchState } from '../../../src/domain/matches/match.ts';
import { makeBusiness } from './factories.ts';
import { makeScreening } from './make-screening.ts';

/** Everything that is deleted with a participant. */
export type Holding = {
  hasFolio: boolean;
  /** Documents, each by the id of its file, which others may share; null without one. */
  files: (number | null)[];
  /** Number of extractions of each file that was uploaded for the participant. */
  uploads: number[];
  matches: MatchState[];
  screenings: { reports: ('json' | 'pdf')[] }[];
  consents: number;
  studies: number;
};

const FILES = fc.constantFrom(null, 71, 72, 73);
const FORMATS = fc.uniqueArray(fc.constantFrom('json' as const, 'pdf' as const));

export const HOLDING: fc.Arbitrary<Holding> = fc.record({
  hasFolio: fc.boolean(),
  files: fc.array(FILES, { maxLength: 3 }),
  uploads: fc.array(fc.nat({ max: 2 }), { maxLength: 2 }),
  matches: fc.array(fc.constantFrom(...MATCH_STATES), { maxLength: 4 }),
  screenings: fc.array(fc.record({ reports: FORMATS }), { maxLength: 2 }),
  consents: fc.nat({ max: 2 }),
  studies: fc.nat({ max: 2 }),
});

type Place = { serviceId: number; userId: number };

/** Stores a business with participants that have these holdings, and returns its id. */
export async function makeHoldings(
  db: Db,
  { serviceId, userId }: Place,
  holdings: readonly Holding[],
): Promise<number> {
  const business = await makeBusiness(db, serviceId, {
    participants: holdings.map(({ hasFolio, files }) => ({
      legalActFolio: hasFolio ? 'F-1' : null,
      documents: files.map((file): [string, number | null] => ['INE', file]),
    })),
  });
  for (const [place, holding] of holdings.entries()) {
    const participantId = business.participantIds[place] ?? 0;
    const owner = { serviceId, userId, participantId, businessId: business.id };
    await addMatches(db, owner, holding);
    await addReports(db, owner, holding);
    for (const extractions of holding.uploads) await addUpload(db, owner, extractions);
  }
  return business.id;
}

type Owner = Place & { participantId: number; businessId: number };

async function addMatches(
  db: Db,
  { serviceId, participantId }: Owner,
  { matches }: Holding,
): Promise<void> {
  const rows = matches.map((state, n) => ({
    participantId,
    sourceCode: 'L',
    externalId: `${n}`,
    state,
  }));
  await insertMatches(db, serviceId, rows);
}

async function addReports(
  db: Db,
  { serviceId, userId, participantId }: Owner,
  { screenings, consents, studies }: Holding,
): Promise<void> {
  await sql`insert into report_keys (kid, public_jwk) values ('k', '{}') on conflict do nothing`.execute(
    db,
  );
  for (const { reports } of screenings) {
    const { id } = await makeScreening(db, serviceId, { participantId });
    for (const format of reports)
      await sql`insert into screening_reports (service_id, screening_id, format, sha256, signature, kid)
        values (${serviceId}, ${id}, ${format}, '\\x00', 's', 'k')`.execute(db);
  }
  // A report needs a consent.
  for (let made = 0; made < Math.max(consents, Math.min(studies, 1)); made += 1)
    await sql`insert into consents (service_id, id, participant_id, purpose, text_version, given_at, recorded_by)
      overriding system value
      select ${serviceId}, coalesce(max(id), 0) + 1, ${participantId}, 'socioeconomic_report', '1', now(), ${userId}
      from consents where service_id = ${serviceId}`.execute(db);
  await sql`insert into socioeconomic_templates (service_id, key, version, definition)
    values (${serviceId}, 't', 1, '{}') on conflict do nothing`.execute(db);
  for (let made = 0; made < studies; made += 1)
    await sql`insert into socioeconomic_reports (service_id, id, participant_id, template_key, template_version,
        consent_id, answers_user_id, created_by, sealed)
      overriding system value
      select ${serviceId}, (select coalesce(max(id), 0) + 1 from socioeconomic_reports where service_id = ${serviceId}),
        ${participantId}, 't', 1, max(id), ${userId}, ${userId}, '\\x00'
      from consents where service_id = ${serviceId} and participant_id = ${participantId}`.execute(
      db,
    );
}

async function addUpload(
  db: Db,
  { serviceId, participantId, businessId }: Owner,
  extractions: number,
): Promise<void> {
  await sql`insert into files (service_id, id, business_id, participant_id, state, expires_at, byte_count, media_type,
      sealed_key, sealed_name)
    select ${serviceId}, greatest(max(id), 1000) + 1, ${businessId}, ${participantId}, 'expected', now(), 1, 'image/png',
      '\\x00', '\\x00'
    from files where service_id = ${serviceId}`.execute(db);
  for (let made = 0; made < extractions; made += 1)
    await sql`insert into extractions (service_id, id, file_id, status)
      overriding system value
      select ${serviceId}, (select coalesce(max(id), 0) + 1 from extractions where service_id = ${serviceId}), max(id), 'queued'
      from files where service_id = ${serviceId}`.execute(db);
}
