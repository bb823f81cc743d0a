import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, dataOf, INSTANT } from '../../../support/clients/graphql.ts';
import { businessOf, mutate } from '../../../support/clients/mutate.ts';
import { listDecisions, listStates } from '../../../support/data/matches.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let externalId = 0;
let id = 0;

const match = (name: string, sourceCode = 'OFAC') => ({ sourceCode, externalId: name });

async function upsert(matches?: object[]) {
  const person = { externalPersonId: externalId, personType: 'NATURAL_PERSON', name: 'Ana' };
  const participants = [matches === undefined ? person : { ...person, matches }];
  return businessOf(
    await mutate(gateway, ['upsertBusiness', { externalId, code: 'F', participants }]),
  );
}

const READ = `query ($id: SafeInt!) { participant(by: { databaseId: $id }) { hasPendingMatches
  matches { sourceCode externalId state createdAt
    resolutions { decision reason createdAt resolvedAt } } } }`;

async function read(): Promise<unknown> {
  return at(dataOf(await gateway.graphql(READ, { id })), 'participant');
}

async function resolve(input: object) {
  const all = { participant: { databaseId: id }, ...input };
  return await mutate(gateway, ['resolveParticipantMatches', all]);
}

const FALSE = { verdict: 'FALSE_POSITIVE', reason: 'HOMONYM' };

beforeEach(async () => {
  externalId += 1;
  await upsert([match('a'), match('b')]);
  const query = `{ business(by: { externalId: ${externalId} }) { participants { nodes { databaseId } } } }`;
  const data = dataOf(await gateway.graphql(query));
  id = z.number().parse(at(data, 'business', 'participants', 'nodes', 0, 'databaseId'));
});

describe('Participant.matches', () => {
  it('tells of each match where it stands and how it came to it', async () => {
    await resolve({ ...FALSE, matches: [match('a')], resolvedAt: '2026-01-02T03:04:05Z' });
    await resolve({
      verdict: 'TRUE_MATCH',
      reason: 'SAME_PERSON',
      matches: [match('a')],
      reopen: true,
    });
    expect(await read()).toEqual({
      hasPendingMatches: false,
      matches: [
        {
          ...match('a'),
          state: 'TRUE_MATCH',
          createdAt: INSTANT,
          resolutions: [
            {
              decision: 'FALSE_POSITIVE',
              reason: 'HOMONYM',
              createdAt: INSTANT,
              resolvedAt: '2026-01-02T03:04:05.000Z',
            },
            { decision: 'TRUE_MATCH', reason: 'SAME_PERSON', createdAt: INSTANT, resolvedAt: null },
          ],
        },
        {
          ...match('b'),
          state: 'SKIPPED',
          createdAt: INSTANT,
          resolutions: [
            { decision: 'SKIPPED', reason: 'SAME_PERSON', createdAt: INSTANT, resolvedAt: null },
          ],
        },
      ],
    });
  });
});

describe('upsertBusiness with matches', () => {
  it('adds those that are not known, and counts the version up exactly then', async () => {
    const versions = [(await upsert([match('a'), match('a')])).version];
    versions.push((await upsert([])).version, (await upsert()).version);
    versions.push((await upsert([match('a', 'ONU')])).version);
    expect(versions).toEqual([1, 1, 1, 2]);
    expect(await listStates(gateway.db, id)).toEqual([
      'OFAC/a: pending',
      'OFAC/b: pending',
      'ONU/a: pending',
    ]);
  });
});

describe('resolveParticipantMatches', () => {
  it('needs a verdict and its reason where matches are known, and changes nothing without', async () => {
    const before = await dumpTables(gateway.db);
    for (const [input, path] of [
      [{}, 'verdict'],
      [{ verdict: 'TRUE_MATCH' }, 'reason'],
      [{ reason: 'HOMONYM' }, 'verdict'],
      [{ note: 'Una nota larga' }, 'verdict'],
      [{ ...FALSE, reason: 'OTHER' }, 'note'],
      [{ ...FALSE, reason: 'SAME_PERSON' }, 'reason'],
      [{ verdict: 'TRUE_MATCH', reason: 'DIFFERENT_NAME' }, 'reason'],
      [{ ...FALSE, matches: [{ ...match('a'), verdict: 'TRUE_MATCH' }] }, 'matches'],
      [{ ...FALSE, matches: [match('z')] }, 'matches'],
    ] as const) {
      const result = await resolve(input);
      expect(result).toMatchObject({ __typename: 'InputValidationError' });
      expect(result.issues?.[0]?.path[0]).toBe(path);
    }
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('decides once, says so again, and conflicts with another decision', async () => {
    expect(await resolve(FALSE)).toMatchObject({ participant: { hasPendingMatches: false } });
    const before = await dumpTables(gateway.db);
    expect(await resolve(FALSE)).toMatchObject({ participant: { hasPendingMatches: false } });
    expect(await resolve({})).toMatchObject({ participant: { hasPendingMatches: false } });
    const other = await resolve({ verdict: 'TRUE_MATCH', reason: 'SAME_PERSON' });
    expect(other).toMatchObject({ __typename: 'ConflictError', code: 'CONFLICT' });
    expect(await dumpTables(gateway.db)).toEqual(before);
    expect(await listDecisions(gateway.db, id)).toHaveLength(2);
  });

  it('tells two instants apart under one idempotency key', async () => {
    const input = { ...FALSE, idempotencyKey: `key-${externalId}` };
    await resolve({ ...input, resolvedAt: '2026-01-01T00:00:00Z' });
    const again = await resolve({ ...input, resolvedAt: '2026-01-01T00:00:00.000Z' });
    expect(again).toMatchObject({ replayed: true });
    const other = await resolve({ ...input, resolvedAt: '2026-01-02T00:00:00Z' });
    expect(other).toMatchObject({ __typename: 'IdempotencyError' });
  });
});
