import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import { resolvePersonMatches } from '../../../../src/resolvers/matches/resolve-person-matches.ts';
import { rescreen } from '../../../../src/resolvers/rescreening/rescreen.ts';
import { upsertBusiness } from '../../../../src/resolvers/upsert/upsert-business.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import {
  countNotifiedParticipants,
  listFoundEvents,
  listRaised,
  makeSystemContext,
  screenAll,
  switchOn,
} from '../../../support/data/living-screening.ts';
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
let other: TestService;
let day = 0;

const [A, B, C] = ['CIE150318QX5', 'TIM990101AB1', 'OSC880505XY9'];
const NAMES: Record<string, string> = {
  [A]: 'COMERCIALIZADORA IMAGINARIA DEL ESTE',
  [B]: 'TRANSPORTES IMPERMEABLES DE PUEBLA',
  [C]: 'OBRAS SECRETAS DEL VALLE',
};

beforeEach(async () => {
  await database.db.deleteFrom('screening_settings').execute();
  await database.db.deleteFrom('rescreenings').execute();
  const tokens = await createTestTokens(database.db);
  service = await createTestService(database.db, tokens);
  other = await createTestService(database.db, tokens);
  await load([A]);
});

/** Loads the list of the next day, with these taxpayers; a name that is given is another matter. */
async function load(
  rfcs: readonly string[],
  { names = {}, own }: { names?: Record<string, string>; own?: number } = {},
): Promise<void> {
  day += 1;
  const filler = `RELLENO NUMERO ${day}`;
  const rows = rfcs.map((rfc): [string, string] => [rfc, names[rfc] ?? NAMES[rfc] ?? '']);
  rows.push([`FIL0101${String(day).padStart(2, '0')}AA1`, filler]);
  const asOf = new Date(Date.UTC(2024, 0, day)).toISOString().slice(0, 10);
  const to = own === undefined ? { asOf } : { asOf, serviceId: own, source: 'custom:mine' };
  await loadSatList(database.url, { code: 'sat69-exigibles', list: makeSat69List(rows) }, to);
}

async function have(of: TestService, rfcs: readonly string[]): Promise<number> {
  const participants = rfcs.map((rfc, at) => ({
    personExternalId: at + 1,
    personType: 'legal' as const,
    name: NAMES[rfc] ?? rfc,
  }));
  return (await makeBusiness(database.db, of.serviceId, { participants })).id;
}

/** So many that they are compared by threads, a page after the other. */
const MANY = 1200;

async function haveMany(): Promise<void> {
  const participants = Array.from({ length: MANY }, (_, at) => {
    const legal = { personType: 'legal' as const, name: NAMES[C] ?? '' };
    return { externalPersonId: at + 1, requestedDocumentTypes: [], ...legal };
  });
  const missing = { missingParticipants: 'keep', missingDocuments: 'keep' } as const;
  const ctx = await createTestContext(database.db, service);
  await upsertBusiness(ctx, { externalId: 1, code: 'A', participants, ...missing });
}

/** Where matches of more than a page would be stored. */
const REFUSE_SECOND_PAGE = `
  create function refuse() returns trigger language plpgsql as $$
  begin
    if (select count(*) from participant_matches where service_id = new.service_id) > 500
    then raise exception 'No room.'; end if;
    return null;
  end $$;
  create trigger refuse after insert on participant_matches for each row execute function refuse()`;

const screened = async (of = service) => await screenAll(database.db, of.serviceId);
const raised = async (of = service) => await listRaised(database.db, of.serviceId);
const told = async () => await countNotifiedParticipants(database.db, service.serviceId);

async function decide(person: number, verdict: 'false_positive' | 'true_match'): Promise<void> {
  const ctx = await createTestContext(database.db, service);
  await resolvePersonMatches(ctx, { externalPersonId: person, verdict, reason: 'homonym' });
}

describe('a list that changed', () => {
  it('is compared with everybody of services that screen by it, and raises what is new', async () => {
    await switchOn(database.db, service.serviceId);
    await have(service, [A, B, C]);
    await have(other, [A, B]);
    await load([A, B]);
    await screened();
    await screened(other);
    expect(await raised()).toEqual([`2 sat69-exigibles/${B}: pending found`]);
    expect(await raised(other)).toEqual([]);
    expect(await told()).toBe(1);
    const { pendingMatches, pendingParticipants } = await readCounts(
      database.db,
      service.serviceId,
    );
    expect({ pendingMatches, pendingParticipants }).toEqual({
      pendingMatches: 1,
      pendingParticipants: 1,
    });
  });

  it('is told once for each business, with all of whom something was found', async () => {
    await switchOn(database.db, service.serviceId);
    const first = await have(service, [B, C, A]);
    const second = await have(service, [C]);
    await have(other, [B, C]);
    await load([A]);
    await load([A, B, C]);
    await screened();
    expect(await listFoundEvents(database.db, service.serviceId)).toEqual([
      `${first}: 2/2`,
      `${second}: 1/1`,
    ]);
    expect(await listFoundEvents(database.db, other.serviceId)).toEqual([]);
  });

  it('raises again what was decided about another matter, and nothing else', async () => {
    await switchOn(database.db, service.serviceId);
    await have(service, [A, B, C]);
    await load([A]);
    await load([A, B, C]);
    await screened();
    await decide(2, 'true_match');
    await decide(3, 'false_positive');
    const changed = { [B]: `${NAMES[B]} Y TLAXCALA` };
    await load([A, B, C], { names: changed });
    await screened();
    expect(await raised()).toEqual([
      `2 sat69-exigibles/${B}: pending entry_changed`,
      `3 sat69-exigibles/${C}: false_positive found`,
    ]);
    expect(await told()).toBe(3);
    await decide(2, 'true_match');
    await load([B, C], { names: changed });
    await screened();
    await load([A, B, C], { names: changed });
    await screened();
    // A was gone for a day: it is new again.
    expect(await raised()).toEqual([
      `2 sat69-exigibles/${B}: true_match entry_changed`,
      `3 sat69-exigibles/${C}: false_positive found`,
      `1 sat69-exigibles/${A}: pending found`,
    ]);
  });

  it('loses no change where two snapshots come before a worker does', async () => {
    await switchOn(database.db, service.serviceId);
    await have(service, [A, B, C]);
    await load([A]);
    await screened();
    await load([A, B]);
    await load([A, B, C]);
    await screened();
    expect(await raised()).toEqual([
      `2 sat69-exigibles/${B}: pending found`,
      `3 sat69-exigibles/${C}: pending found`,
    ]);
  });

  it('of a service’s own is compared with that service’s participants only', async () => {
    await switchOn(database.db, service.serviceId, { families: ['own'] });
    await switchOn(database.db, other.serviceId, { families: ['own', 'sat69'] });
    await have(service, [B]);
    await have(other, [B]);
    await load([B], { own: service.serviceId });
    await screened();
    await screened(other);
    expect(await raised()).toEqual([`1 custom:mine/${B}: pending found`]);
    expect(await raised(other)).toEqual([]);
  });

  it('is gone on with where a worker was stopped, and by two at once raises nothing twice', async () => {
    await switchOn(database.db, service.serviceId);
    await load([A]);
    await haveMany();
    await load([A, C]);
    const stopped = AbortSignal.abort();
    await rescreen(makeSystemContext(database.db, service.serviceId, stopped), 'sat69-exigibles');
    expect(await raised()).toEqual([]);
    const ctx = makeSystemContext(database.db, service.serviceId);
    await Promise.all([rescreen(ctx, 'sat69-exigibles'), rescreen(ctx, 'sat69-exigibles')]);
    expect(new Set(await raised()).size).toBe(MANY);
    expect(await told()).toBe(MANY);
    expect(await database.db.selectFrom('rescreenings').selectAll().execute()).toEqual([]);
  });

  it('is gone on with from the page whose matches could not be stored', async () => {
    await switchOn(database.db, service.serviceId);
    await load([A]);
    await haveMany();
    await load([A, C]);
    const ctx = makeSystemContext(database.db, service.serviceId);
    await sql.raw(REFUSE_SECOND_PAGE).execute(database.db);
    await expect(rescreen(ctx, 'sat69-exigibles')).rejects.toThrow('No room.');
    expect(await raised()).toHaveLength(500);
    await sql`drop trigger refuse on participant_matches`.execute(database.db);
    await rescreen(ctx, 'sat69-exigibles');
    expect(new Set(await raised()).size).toBe(MANY);
    expect(await told()).toBe(MANY);
  });

  it('is left where nobody wants to be screened by it any more', async () => {
    await switchOn(database.db, service.serviceId);
    await load([A]);
    await have(service, [B]);
    await load([A, B]);
    await switchOn(database.db, service.serviceId, { families: ['un'] });
    await screened();
    expect(await raised()).toEqual([]);
    expect(await database.db.selectFrom('rescreenings').selectAll().execute()).toEqual([]);
  });
});
