import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MatchReason } from '../../../../src/domain/matches/match.ts';
import { resolvePersonMatches } from '../../../../src/resolvers/matches/resolve-person-matches.ts';
import { upsertBusiness } from '../../../../src/resolvers/upsert/upsert-business.ts';
import { listRaised, screenAll, switchOn } from '../../../support/data/living-screening.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';

const database = useDatabase();
let service: TestService;

const LISTED = 'CIE150318QX5';
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
const SIMILAR_NAME = 'COMERCIALISADORA IMAJINARIA DEL ESTE';
const PENDING = `1 sat69-exigibles/${LISTED}: pending found`;
const DISMISSED = `1 sat69-exigibles/${LISTED}: false_positive found`;

beforeAll(async () => {
  const list = makeSat69List([[LISTED, `${NAME} SA DE CV`]]);
  await loadSatList(database.url, { code: 'sat69-exigibles', list }, { asOf: '2024-01-31' });
});

beforeEach(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
  await switchOn(database.db, service.serviceId, { fourEyesRule: 'identifier' });
});

type Sent = { business?: number; name?: string; rfc?: string };

/** Upserts person 1 in a business and screens them. Returns the matches of the service. */
async function screen({ business = 1, name = NAME, rfc }: Sent): Promise<string[]> {
  const ctx = await createTestContext(database.db, service);
  const participant = {
    externalPersonId: 1,
    personType: 'legal' as const,
    name,
    requestedDocumentTypes: [],
    ...(rfc !== undefined && { personalInformation: { rfc } }),
  };
  await upsertBusiness(ctx, {
    externalId: business,
    code: `B-${business}`,
    participants: [participant],
    missingParticipants: 'keep',
    missingDocuments: 'keep',
  });
  await screenAll(database.db, service.serviceId);
  return await listRaised(database.db, service.serviceId);
}

async function dismiss(reason: MatchReason, note: string | null = null): Promise<number> {
  const ctx = await createTestContext(database.db, service);
  const decision = { verdict: 'false_positive', reason, note } as const;
  return (await resolvePersonMatches(ctx, { externalPersonId: 1, ...decision })).resolvedCount;
}

async function readBand(): Promise<string | undefined> {
  const { rows } = await sql<{ band: string }>`
    select band from match_findings where service_id = ${service.serviceId}`.execute(database.db);
  return rows[0]?.band;
}

describe('a pending match of a participant whose data change', () => {
  it('has the evidence of the new data, by which it is decided', async () => {
    expect(await screen({ name: SIMILAR_NAME })).toEqual([PENDING]);
    expect(await readBand()).toBe('name_fuzzy');
    expect(await screen({ rfc: LISTED })).toEqual([PENDING]);
    expect(await readBand()).toBe('identifier_exact');
    await expect(dismiss('different_name')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await dismiss('other', 'Otro objeto social')).toBe(0);
  });

  it('keeps a first decision while the same data are screened again, and drops it when they change', async () => {
    await screen({ rfc: LISTED });
    expect(await dismiss('other', 'Otro objeto social')).toBe(0);
    const again = dismiss('other', 'Otro objeto social');
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    await screen({ name: SIMILAR_NAME, rfc: LISTED });
    expect(await dismiss('other', 'Otro objeto social')).toBe(0);
  });
});

describe('a dismissal as another name', () => {
  it('is reopened by the very name, and holds once it is decided with the name in sight', async () => {
    await screen({ name: SIMILAR_NAME });
    expect(await dismiss('different_name')).toBe(1);
    expect(await screen({ name: SIMILAR_NAME })).toEqual([DISMISSED]);
    expect(await screen({ name: NAME })).toEqual([PENDING]);
    await switchOn(database.db, service.serviceId, { fourEyesRule: 'none' });
    await dismiss('different_name', 'Folio mercantil distinto');
    await screen({ name: SIMILAR_NAME });
    expect(await screen({ name: NAME })).toEqual([DISMISSED]);
  });

  it('does not cover the very name of the person in another business', async () => {
    await screen({ name: SIMILAR_NAME });
    await dismiss('different_name');
    expect(await screen({ business: 2, name: SIMILAR_NAME })).toEqual([DISMISSED]);
    expect(await screen({ business: 2, name: NAME })).toEqual([DISMISSED, PENDING]);
  });

  it('as a homonym covers it', async () => {
    await screen({ name: SIMILAR_NAME });
    await dismiss('homonym');
    expect(await screen({ name: NAME })).toEqual([DISMISSED]);
  });
});
