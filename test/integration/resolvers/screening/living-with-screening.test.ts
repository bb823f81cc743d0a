import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import type { MatchState } from '../../../../src/domain/matches/match.ts';
import { completeBusiness } from '../../../../src/resolvers/completion/complete-business.ts';
import { resolvePersonMatches } from '../../../../src/resolvers/matches/resolve-person-matches.ts';
import { screenQueued } from '../../../../src/resolvers/rescreening/screen-queued.ts';
import { upsertBusiness } from '../../../../src/resolvers/upsert/upsert-business.ts';
import {
  countNotifiedParticipants,
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
import { countAnew } from '../../../support/probes/service-counts.ts';

const database = useDatabase();
let service: TestService;
let other: TestService;

const LISTED = 'CIE150318QX5';
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';

beforeAll(async () => {
  await load([[LISTED, `${NAME} SA DE CV`]], '2024-01-31');
});

beforeEach(async () => {
  const tokens = await createTestTokens(database.db);
  service = await createTestService(database.db, tokens);
  other = await createTestService(database.db, tokens);
});

async function load(rows: [string, string][], asOf: string): Promise<void> {
  const list = makeSat69List(rows);
  await loadSatList(database.url, { code: 'sat69-exigibles', list }, { asOf });
}

type Sent = {
  business?: number;
  person?: number;
  name?: string;
  rfc?: string | null;
  matches?: { sourceCode: string; externalId: string; state: MatchState }[];
};

async function send({
  business = 1,
  person = 1,
  name = NAME,
  rfc,
  matches,
}: Sent = {}): Promise<number> {
  const ctx = await createTestContext(database.db, service);
  const sent = await upsertBusiness(ctx, {
    externalId: business,
    code: 'A',
    participants: [
      {
        externalPersonId: person,
        personType: 'legal',
        name,
        requestedDocumentTypes: [],
        ...(matches && { matches }),
        ...(rfc === undefined ? {} : { personalInformation: { rfc } }),
      },
    ],
    missingParticipants: 'keep',
    missingDocuments: 'keep',
  });
  return sent.business.id;
}

async function decide(verdict: 'false_positive' | 'true_match', reopen = false): Promise<void> {
  const ctx = await createTestContext(database.db, service);
  await resolvePersonMatches(ctx, { externalPersonId: 1, verdict, reason: 'homonym', reopen });
}

const screened = async () => await screenAll(database.db, service.serviceId);
const raised = async () => await listRaised(database.db, service.serviceId);
const told = async () => await countNotifiedParticipants(database.db, service.serviceId);

async function expectTrueCounts(): Promise<void> {
  const { db } = database;
  expect(await readCounts(db, service.serviceId)).toEqual(await countAnew(db, service.serviceId));
}

describe('screening by itself', () => {
  it('is off until a service wants it, and then is of that service only', async () => {
    await send();
    await screened();
    expect(await raised()).toEqual([]);
    await switchOn(database.db, other.serviceId);
    await send({ person: 2 });
    await screened();
    expect(await raised()).toEqual([]);
    expect(await database.db.selectFrom('screening_queue').select('id').execute()).toEqual([]);
  });

  it('raises what it finds of a new participant once, tells it and counts it', async () => {
    await switchOn(database.db, service.serviceId);
    const id = await send();
    await screened();
    expect(await raised()).toEqual([`1 sat69-exigibles/${LISTED}: pending found`]);
    expect(await told()).toBe(1);
    await expectTrueCounts();
    const flags = database.db.selectFrom('businesses').select('has_pending_matches as pending');
    const business = flags.where('id', '=', id).where('service_id', '=', service.serviceId);
    expect(await business.executeTakeFirst()).toEqual({ pending: true });
    await send();
    await screened();
    expect(await raised()).toHaveLength(1);
    expect(await told()).toBe(1);
  });

  it('screens again whoever has another name or RFC, and nobody else', async () => {
    await switchOn(database.db, service.serviceId);
    await send({ name: 'PANADERIA EL SOL' });
    await screened();
    const queued = async () =>
      (await database.db.selectFrom('screening_queue').select('id').execute()).length;
    await send({ name: 'PANADERIA EL SOL' });
    expect(await queued()).toBe(0);
    await send({ name: 'PANADERIA EL SOL', rfc: LISTED });
    expect(await queued()).toBe(1);
    await screened();
    expect(await raised()).toEqual([`1 sat69-exigibles/${LISTED}: pending found`]);
  });

  it('leaves a person alone who is somebody else, in every business', async () => {
    await switchOn(database.db, service.serviceId);
    await send();
    await screened();
    await decide('false_positive');
    await send({ business: 2 });
    await send({ business: 1, name: `${NAME} SA` });
    await screened();
    expect(await raised()).toEqual([`1 sat69-exigibles/${LISTED}: false_positive found`]);
    expect(await told()).toBe(1);
    await expectTrueCounts();
  });

  it('does not leave alone whoever has the very identifier since', async () => {
    await switchOn(database.db, service.serviceId);
    await send();
    await screened();
    await decide('false_positive');
    await send({ rfc: LISTED });
    await screened();
    expect(await raised()).toEqual([`1 sat69-exigibles/${LISTED}: pending found`]);
    await expectTrueCounts();
  });

  it('raises a true match of the person in another business, and leaves the first decided', async () => {
    await switchOn(database.db, service.serviceId);
    await send();
    await screened();
    await decide('true_match');
    await send({ business: 2 });
    await send({ name: `${NAME} SA` });
    await screened();
    expect(await raised()).toEqual([
      `1 sat69-exigibles/${LISTED}: true_match found`,
      `1 sat69-exigibles/${LISTED}: pending found`,
    ]);
  });

  it('raises each match once with two workers at once', async () => {
    await switchOn(database.db, service.serviceId);
    const persons = Array.from({ length: 120 }, (_, at) => at + 1);
    for (const person of persons) await send({ business: 1 + (person % 3), person });
    const ctx = makeSystemContext(database.db, service.serviceId);
    await Promise.all([screenQueued(ctx), screenQueued(ctx)]);
    const found = await raised();
    expect(found).toHaveLength(persons.length);
    expect(new Set(found).size).toBe(persons.length);
    expect(await told()).toBe(persons.length);
    await expectTrueCounts();
  });

  it.each([
    ['pending', 0],
    ['false_positive', 1],
    ['true_match', 1],
  ] as const)('raises what a provider sent as %s, once', async (state, tells) => {
    await switchOn(database.db, service.serviceId);
    await send({ matches: [{ sourceCode: 'sat69-exigibles', externalId: LISTED, state }] });
    await screened();
    expect(await raised()).toEqual([`1 sat69-exigibles/${LISTED}: pending found`]);
    expect(await told()).toBe(tells);
    await expectTrueCounts();
    await decide('false_positive');
    await send({ name: `${NAME} SA` });
    await screened();
    expect(await raised()).toEqual([`1 sat69-exigibles/${LISTED}: false_positive found`]);
    await expectTrueCounts();
  });

  it('is forgotten with the participant', async () => {
    await switchOn(database.db, service.serviceId);
    const id = await send();
    await screened();
    await decide('false_positive');
    await send({ name: `${NAME} SA` });
    const ctx = await createTestContext(database.db, service);
    await completeBusiness(ctx, { business: { databaseId: id }, deleteMode: 'all' });
    const { db } = database;
    const left = await Promise.all([
      db.selectFrom('match_findings').select('match_id').execute(),
      db.selectFrom('match_whitelist').select('source').execute(),
      db.selectFrom('screening_queue').select('id').execute(),
    ]);
    const of = left.map((rows) => rows.length);
    expect(of[2]).toBe(0);
    expect(await raised()).toEqual([]);
    await expectTrueCounts();
  });
});
