import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../../src/auth/caller.ts';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import { listMatchesOfParticipants } from '../../../../src/db/queries/screening/matches.ts';
import { listResolutions } from '../../../../src/db/queries/screening/resolutions.ts';
import { findScreeningSettings } from '../../../../src/db/queries/screening/settings.ts';
import type { MatchVerdict } from '../../../../src/domain/matches/match.ts';
import { selectOpenDecision } from '../../../../src/domain/matches/match-resolution.ts';
import type { ScreeningSettings } from '../../../../src/domain/screening/screening-settings.ts';
import { AppError } from '../../../../src/errors.ts';
import {
  type PersonResolution,
  resolvePersonMatches,
} from '../../../../src/resolvers/matches/resolve-person-matches.ts';
import { updateScreeningSettings } from '../../../../src/resolvers/screening/screening-settings.ts';
import { setServiceScreening } from '../../../../src/resolvers/screening/set-service-screening.ts';
import { upsertBusiness } from '../../../../src/resolvers/upsert/upsert-business.ts';
import { switchOn } from '../../../support/data/living-screening.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  addTestUser,
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';
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
  await switchOn(db, service.serviceId, { isOn: false, fourEyesRule: 'true_match' });
  const matches = ['1', '2'].map((externalId) => ({ sourceCode: 'OFAC', externalId }));
  const ana = { externalPersonId: 1, personType: 'natural' as const, name: 'Ana', matches };
  await upsertBusiness(await createTestContext(db, service), {
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
  const ctx = await createTestContext(database.db, { ...service, caller: by });
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
  const { serviceId } = service;
  const matches = await listMatchesOfParticipants(database.db, serviceId, [participantId]);
  const ids = matches.map((one) => one.id);
  const decisions = await listResolutions(database.db, serviceId, ids);
  return matches.map(({ id, state }) => {
    const open = selectOpenDecision(decisions.filter((one) => one.matchId === id));
    return [state, open?.userId ?? null];
  });
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

  it('is taken back by two', async () => {
    await decide(service.caller, 'true_match');
    await decide(second, 'true_match');
    const first = await decide(second, 'false_positive', { reopen: true });
    expect(first).toMatchObject({ resolvedCount: 0, pendingCount: 0 });
    expect((await states())[0]).toEqual(['true_match', second.userId]);
    await expectTrueCounts();
    const again = decide(second, 'false_positive', { reopen: true });
    await expect(again).rejects.toMatchObject({
      code: 'conflict',
      message: 'A second user must take the true match back.',
    });
    expect((await states())[0]).toEqual(['true_match', second.userId]);
    const settled = await decide(service.caller, 'false_positive', { reopen: true });
    expect(settled).toMatchObject({ resolvedCount: 1 });
    expect((await states())[0]).toEqual(['false_positive', null]);
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

async function setFourEyes(by: User, fourEyes: boolean): Promise<ScreeningSettings> {
  const ctx = await createTestContext(database.db, { ...service, caller: by });
  return (await updateScreeningSettings(ctx, { fourEyes })).settings;
}

describe('switching it off', () => {
  const on = { fourEyesRule: 'true_match', fourEyesRequest: null };
  const off = { fourEyesRule: 'none', fourEyesRequest: null };

  it('takes two users, and one who asks twice is one', async () => {
    const asked = { ...on, fourEyesRequest: { userId: service.userId, rule: 'none' } };
    expect(await setFourEyes(service.caller, false)).toMatchObject(asked);
    expect(await setFourEyes(service.caller, false)).toMatchObject(asked);
    // Another token of the same user is the same user.
    expect(await setFourEyes({ ...service.caller }, false)).toMatchObject(asked);
    expect(await setFourEyes(second, false)).toMatchObject(off);
  });

  it('is not done by two users with one mailbox', async () => {
    await setFourEyes(service.caller, false);
    const email = service.email.replace('@', '+2@').toUpperCase();
    const { userId } = await addTestUser(database.db, service.serviceId, email);
    const asked = { ...on, fourEyesRequest: { userId, rule: 'none' } };
    expect(await setFourEyes({ ...service.caller, userId }, false)).toMatchObject(asked);
    expect(await setFourEyes(second, false)).toMatchObject(off);
  });

  it('is no longer asked for once a user has switched it on again', async () => {
    await setFourEyes(service.caller, false);
    expect(await setFourEyes(second, true)).toMatchObject(on);
    const asked = { userId: second.userId, rule: 'none' };
    expect(await setFourEyes(second, false)).toMatchObject({ fourEyesRequest: asked });
  });

  it('takes one operator', async () => {
    const change = { fourEyes: false };
    expect(await setServiceScreening(database.db, service.service, change)).toMatchObject(off);
  });
});

async function store(values: object): Promise<ScreeningSettings> {
  const { db } = database;
  const settings = db.updateTable('screening_settings').set(values);
  await settings.where('service_id', '=', service.serviceId).execute();
  return await findScreeningSettings(db, service.serviceId);
}

describe('what an earlier version stored', () => {
  it('is the rule by identifier where four eyes are on, and none where they are off', async () => {
    const on = { four_eyes: true, four_eyes_rule: null };
    expect((await store(on)).fourEyesRule).toBe('identifier');
    expect((await store({ four_eyes: false, four_eyes_rule: 'all' })).fourEyesRule).toBe('none');
    const asked = { ...on, four_eyes_off_user_id: 7 };
    expect((await store(asked)).fourEyesRequest).toEqual({ userId: 7, rule: 'none' });
  });
});
