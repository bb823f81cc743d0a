import { beforeEach, describe, expect, it } from 'vitest';
import { today } from '../../../../src/runtime/calendar.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { deleteLists, loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const RFC = 'CIE150318QX5';
const LIST = makeSat69List([[RFC, 'ESTRELLA']], 'sat69-csd');

/** The list as it is told with the answer about an RFC. */
async function checked(): Promise<unknown> {
  const query = `{ sat69(input: { rfc: "${RFC}" }) { checked { code asOf asOfOrigin sourceSeenAt ageDays isStale } } }`;
  return at(dataOf(await gateway.graphql(query)), 'sat69', 'checked', 5);
}

async function seenAtSource(daysAgo: number | null): Promise<unknown> {
  const time = daysAgo === null ? null : new Date(Date.now() - daysAgo * 86_400_000);
  const seen = { source_seen_at: time, confirmed_at: new Date() };
  await gateway.db.updateTable('list_snapshots').set(seen).execute();
  return await checked();
}

describe('a list that was looked at', () => {
  beforeEach(async () => await deleteLists(gateway.db));

  it('is stale by its own day, unless a fetch has seen since that its source publishes nothing newer', async () => {
    await loadSatList(
      gateway.databaseUrl,
      { code: 'sat69-csd', list: LIST },
      { asOf: '2024-10-01' },
    );
    const ageDays = (Date.parse(today()) - Date.parse('2024-10-01')) / 86_400_000;
    const own = { code: 'sat69-csd', asOf: '2024-10-01', asOfOrigin: 'OPERATOR', ageDays };
    expect(await seenAtSource(null)).toEqual({ ...own, sourceSeenAt: null, isStale: true });
    expect(await seenAtSource(60)).toMatchObject({ ...own, isStale: false });
    expect(await seenAtSource(61)).toMatchObject({ ...own, isStale: true });
  });

  it('of an unknown day has no age, and is stale until a fetch has seen its source', async () => {
    await loadSatList(gateway.databaseUrl, { code: 'sat69-csd', list: LIST });
    const unknown = { asOf: null, asOfOrigin: 'LOADED', ageDays: null };
    expect(await checked()).toMatchObject({ ...unknown, sourceSeenAt: null, isStale: true });
    expect(await seenAtSource(0)).toMatchObject({ ...unknown, isStale: false });
  });
});
