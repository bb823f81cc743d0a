import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../../src/auth/caller.ts';
import { listMatchesOfParticipants } from '../../../../src/db/queries/screening/matches.ts';
import { listResolutions } from '../../../../src/db/queries/screening/resolutions.ts';
import type { FourEyesRule } from '../../../../src/domain/matches/four-eyes-rule.ts';
import type { MatchReason } from '../../../../src/domain/matches/match.ts';
import type { ExplanationItem } from '../../../../src/domain/screening/parties/explanation.ts';
import type { ResolutionInput } from '../../../../src/resolvers/matches/match-inputs.ts';
import { resolveParticipantMatches } from '../../../../src/resolvers/matches/resolve-participant-matches.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import {
  createItem,
  makeFoundMatch,
  SAME_NAME,
  SAME_RFC,
} from '../../../support/data/found-matches.ts';
import { switchOn } from '../../../support/data/living-screening.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  addTestUser,
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';

const database = useDatabase();
const NOTE = 'Seen with both documents at hand.';
let service: TestService;
let second: User;
let participantId = 0;
let matchId = 0;

beforeEach(async () => {
  const { db } = database;
  service = await createTestService(db, await createTestTokens(db));
  const { userId } = await addTestUser(db, service.serviceId);
  second = { ...service.caller, userId };
  const business = await makeBusiness(db, service.serviceId, { participants: [{}] });
  participantId = business.participantIds[0] ?? 0;
});

async function find(rule: FourEyesRule, items: readonly ExplanationItem[]): Promise<void> {
  const { serviceId } = service;
  await switchOn(database.db, serviceId, { isOn: false, fourEyesRule: rule });
  matchId = await makeFoundMatch(database.db, { serviceId, participantId }, items);
}

async function decide(
  caller: User,
  reason: MatchReason,
  over: Partial<ResolutionInput> = {},
): Promise<number> {
  const ctx = await createTestContext(database.db, { ...service, caller });
  const participant = { databaseId: participantId };
  const decision = { verdict: 'false_positive', reason, note: NOTE, ...over } as const;
  return (await resolveParticipantMatches(ctx, { participant, ...decision })).resolvedCount;
}

async function state(): Promise<string | undefined> {
  const of = [participantId];
  const [match] = await listMatchesOfParticipants(database.db, service.serviceId, of);
  return match?.state;
}

describe('a dismissal of a match by identifier', () => {
  it('takes two users, and the same user by another key or token is one', async () => {
    await find('identifier', [SAME_RFC]);
    expect(await decide(service.caller, 'other')).toBe(0);
    expect(await state()).toBe('pending');
    const again = { ...service.caller, apiKeyId: second.apiKeyId + 1 };
    await expect(decide(again, 'other')).rejects.toMatchObject({
      code: 'conflict',
      message: 'A second user must dismiss the match.',
    });
    expect(await decide(second, 'other')).toBe(1);
    expect(await state()).toBe('false_positive');
    const decisions = await listResolutions(database.db, service.serviceId, [matchId]);
    expect(decisions.map(({ userId, awaitsSecond }) => [userId, awaitsSecond])).toEqual([
      [service.userId, true],
      [second.userId, false],
    ]);
  });

  it('is not settled by a second user whose reviewer is the first person', async () => {
    await find('identifier', [SAME_RFC]);
    const reviewer = { name: 'Eva', email: 'Eva@example.com ' };
    await decide(service.caller, 'other', { reviewer });
    const same = { reviewer: { name: null, email: 'eva@example.com' } };
    await expect(decide(second, 'other', same)).rejects.toMatchObject({ code: 'conflict' });
    expect(await decide(second, 'other')).toBe(1);
  });

  it('is not settled by a second user with a subaddress of the mailbox of the first', async () => {
    await find('identifier', [SAME_RFC]);
    await decide(service.caller, 'other', { reviewer: { name: null, email: 'eva@example.com' } });
    const tagged = { reviewer: { name: null, email: 'Eva+kyc@example.com' } };
    await expect(decide(second, 'other', tagged)).rejects.toMatchObject({ code: 'conflict' });
    const other = { reviewer: { name: null, email: 'eva.maria@example.com' } };
    expect(await decide(second, 'other', other)).toBe(1);
  });

  it('is open no more once a user decides otherwise, whose decision awaits a second in turn', async () => {
    await find('identifier', [SAME_RFC]);
    await decide(service.caller, 'other');
    const isTrue = { verdict: 'true_match', reason: 'same_person' } as const;
    expect(await decide(second, 'other', isTrue)).toBe(0);
    expect(await state()).toBe('pending');
    await decide(service.caller, 'other', isTrue);
    expect(await state()).toBe('true_match');
  });

  it('takes one user of another rule, or of another match', async () => {
    await find('true_match', [SAME_RFC]);
    expect(await decide(service.caller, 'other')).toBe(1);
  });

  it('takes one user where no identifier is the same', async () => {
    await find('identifier', [createItem('rfc', 'contradicts', ['A', 'B']), SAME_NAME]);
    expect(await decide(service.caller, 'different_identifier')).toBe(1);
  });

  it('takes two by "all", whatever the match was found by', async () => {
    await find('all', []);
    expect(await decide(service.caller, 'homonym')).toBe(0);
    expect(await decide(second, 'homonym')).toBe(1);
  });
});

describe('a reason that the evidence contradicts', () => {
  const SAME_DAY = createItem('birth', 'supports', ['1971-01-01', '1971-01-01']);

  it.each([
    ['different_name', [SAME_NAME]],
    ['different_birth_date', [createItem('birth', 'supports', ['1971', '1971-01-01'])]],
    ['different_identifier', [createItem('rfc10', 'same without homoclave')]],
    ['different_country', [createItem('country', 'supports')]],
    ['homonym', [SAME_RFC]],
    ['homonym', [SAME_DAY]],
    ['same_person', [createItem('sex', 'contradicts', ['male', 'female'])]],
  ] as const)('%s needs a note, told by a code of its own', async (reason, items) => {
    await find('none', items);
    for (const note of [null, 'short']) {
      const refused = decide(service.caller, reason, { note });
      await expect(refused).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ path: ['note'], code: 'contradicted_by_evidence' }],
      });
    }
    expect(await state()).toBe('pending');
    expect(await decide(service.caller, reason)).toBe(1);
  });

  it.each([
    ['different_name', [SAME_NAME, createItem('word', 'extra word in list name', [null, 'B'])]],
    ['different_birth_date', [createItem('birth', 'neutral', ['1971', '1973'])]],
    ['homonym', [createItem('birth', 'supports', ['1971', '1971-01-01']), SAME_NAME]],
    ['same_person', [SAME_RFC, SAME_NAME, SAME_DAY]],
  ] as const)('%s needs none otherwise', async (reason, items) => {
    await find('none', items);
    expect(await decide(service.caller, reason, { note: null })).toBe(1);
  });

  it('points at the note of the decision that names the match', async () => {
    await find('none', [SAME_NAME]);
    const matches = [
      { externalId: 'CIE150318QX5', reason: 'homonym' as const },
      { externalId: 'CIE150318QX5', reason: 'different_name' as const },
    ];
    const refused = decide(service.caller, 'homonym', { note: null, matches });
    await expect(refused).rejects.toMatchObject({ issues: [{ path: ['matches', '1', 'note'] }] });
  });

  it('needs the second person too where four eyes are on', async () => {
    await find('true_match', [SAME_NAME]);
    expect(await decide(service.caller, 'different_name')).toBe(0);
    expect(await decide(second, 'different_name')).toBe(1);
  });
});
