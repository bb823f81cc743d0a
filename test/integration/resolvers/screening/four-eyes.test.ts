import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../../src/auth/caller.ts';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import { listMatchesOfParticipants } from '../../../../src/db/queries/screening/matches.ts';
import type { MatchVerdict } from '../../../../src/domain/match.ts';
import { AppError } from '../../../../src/errors.ts';
import { upsertBusiness } from '../../../../src/resolvers/business/upsert-business.ts';
import {
  type PersonResolution,
  resolvePersonMatches,
} from '../../../../src/resolvers/screening/resolve-person-matches.ts';
import { switchOn } from '../../../support/data/living-screening.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  addTestUser,
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestCtx } from '../../../support/gateway/context.ts';
import { countAnew } from '../../../support/probes/service-counts.ts';

const database = useDatabase();
let service: TestService;
let second: User;
let participantId = 0;

beforeEach(async () => {
  const { db } = database;
  const tokens = await createTestTokens(db);
  service = await createTestService(db, tokens);
  const { userId } = await addTestUser(db, service.serviceId);
  second = { ...service.caller, userId };
  await switchOn(db, service.serviceId, { isOn: false, fourEyes: true });
  const matches = ['1', '2'].map((externalId) => ({ sourceCode: 'OFAC', externalId }));
  const ana = { externalPersonId: 1, personType: 'natural' as const, name: 'Ana', matches };
  await upsertBusiness(await createTestCtx(db, service), {
    externalId: 1,
    code: 'A',
    participants: [{ ...ana, requestedDocumentTypes: [] }],
    missingParticipants: 'keep',
    missingDocuments: 'keep',
  });
  const people = db.selectFrom('participants').select('id');
  const found = await people.where('service_id', '=', service.serviceId).executeTakeFirstOrThrow();
  participantId = found.id;
});

async function decide(
  by: User,
  verdict: MatchVerdict,
  { reopen = false }: { reopen?: boolean } = {},
): Promise<PersonResolution> {
  const ctx = await createTestCtx(database.db, { ...service, caller: by });
  const matches = [{ externalId: '1' }];
  return await resolvePersonMatches(ctx, {
    externalPersonId: 1,
    verdict,
    reason: 'same_person',
    matches,
    reopen,
  });
}

async function states(): Promise<[string, number | null][]> {
  const of = [participantId];
  const matches = await listMatchesOfParticipants(database.db, service.serviceId, of);
  return matches.map((one) => [one.state, one.firstUserId]);
}

async function expectTrueCounts(): Promise<void> {
  const { db } = database;
  expect(await readCounts(db, service.serviceId)).toEqual(await countAnew(db, service.serviceId));
}

describe('where a true match needs two users', () => {
  it('the first leaves it pending, says so, and is not asked twice', async () => {
    const first = await decide(service.caller, 'true_match');
    expect(first).toMatchObject({ resolvedCount: 0, pendingCount: 2 });
    expect(first.participants[0]?.hasPendingMatches).toBe(true);
    expect(await states()).toEqual([
      ['pending', service.userId],
      ['pending', null],
    ]);
    const again = decide(service.caller, 'true_match');
    await expect(again).rejects.toThrow(AppError);
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    await expectTrueCounts();
  });

  it('the second settles it, and what else is pending there', async () => {
    await decide(service.caller, 'true_match');
    expect(await decide(second, 'true_match')).toMatchObject({ resolvedCount: 2, pendingCount: 0 });
    expect(await states()).toEqual([
      ['true_match', null],
      ['skipped', null],
    ]);
    const made = database.db.selectFrom('match_resolutions').orderBy('id');
    const decisions = await made
      .select(['decision', 'awaits_second as awaits', 'user_id as userId'])
      .where('service_id', '=', service.serviceId)
      .execute();
    const said = decisions.map((one) => `${one.decision} ${one.awaits} ${one.userId}`);
    const [first, other] = [service.userId, second.userId];
    expect(said.toSorted()).toEqual(
      [
        `skipped false ${other}`,
        `true_match false ${other}`,
        `true_match true ${first}`,
      ].toSorted(),
    );
    await expectTrueCounts();
  });

  it('the second may find somebody else in it, as one user may from the beginning', async () => {
    await decide(service.caller, 'true_match');
    expect(await decide(second, 'false_positive')).toMatchObject({ resolvedCount: 1 });
    expect(await states()).toEqual([
      ['false_positive', null],
      ['pending', null],
    ]);
    await expectTrueCounts();
  });

  it('one that is reopened is pending until the second says so', async () => {
    await decide(service.caller, 'false_positive');
    await decide(service.caller, 'true_match', { reopen: true });
    expect(await states()).toEqual([
      ['pending', service.userId],
      ['pending', null],
    ]);
    await expectTrueCounts();
    await decide(second, 'true_match');
    expect((await states())[0]).toEqual(['true_match', null]);
    await expectTrueCounts();
  });
});
