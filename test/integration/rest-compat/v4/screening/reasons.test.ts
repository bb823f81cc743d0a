import { expect, it } from 'vitest';
import { at } from '../../../../support/clients/graphql.ts';
import { listStates, RESOLVED, sendPerson } from '../../../../support/data/matches.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway();
let last = 0;

it.each([
  [{ resolution: 'TRUE_MATCH', reason: 'different_name' }, ['reason']],
  [{ resolution: 'TRUE_MATCH', reason: 'homonym' }, ['reason']],
  [{ reason: 'same_person' }, ['reason']],
  [{ matches: [{ match_id: 'a', resolution: 'TRUE_MATCH' }] }, ['matches', '0', 'reason']],
])('400 refuses a reason that does not explain its verdict: %o', async (over, path) => {
  last += 1;
  const matches = [{ list: 'OFAC', match_id: 'a' }];
  const id = await sendPerson(gateway, { business: last, person: last, matches });
  const decision = { id_persona: last, resolution: 'FALSE_POSITIVE', reason: 'homonym' };
  const reply = await gateway.request('POST', RESOLVED, { body: { ...decision, ...over } });
  expect(reply.status).toBe(400);
  const issue = at(reply.body, 'data', 'issues', 0);
  expect(issue).toMatchObject({ path, code: 'contradicts' });
  expect(await listStates(gateway.db, id)).toEqual(['OFAC/a: pending']);
});
