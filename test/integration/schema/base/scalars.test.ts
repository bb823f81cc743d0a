import { describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

async function listSince(since: string) {
  const query = `query ($since: DateTime) {
    businesses(filter: { updatedSince: $since }) { totalCount } }`;
  return await gateway.graphql(query, { since });
}

describe('a DateTime', () => {
  it.each([
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59.999-00:01',
    '0000-12-31T23:59:59-23:59',
  ])('is not %s, whose year in UTC has not four digits or is none', async (since) => {
    const { body } = await listSince(since);
    expect(at(body, 'errors', 0, 'message')).toBe(
      'Variable "$since" has invalid value: DateTime must be an ISO-8601 time with an offset.',
    );
  });

  it.each([
    '0001-01-01T00:00:00.000Z',
    '0001-01-01T00:01:00+00:01',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:58:59.999-00:01',
  ])('is %s, at the ends of what it can be', async (since) => {
    expect(dataOf(await listSince(since))).toHaveProperty('businesses.totalCount');
  });
});
