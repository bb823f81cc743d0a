import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createReportKeysPage } from '../../../src/server/verify-page/report-keys-page.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createRecordingDb } from '../../support/database/recording-db.ts';

const database = useDatabase();
const REQUEST = { host: undefined, acceptEncoding: undefined };
const jwk = (kid: string) => ({ kid, kty: 'OKP', crv: 'Ed25519', x: 'AAAA' });

const kids = (of: unknown) => JSON.stringify(of).match(/(?<="kid":")[^"]+/g);

async function storeKey(kid: string, revokedAt: Date | null): Promise<void> {
  await sql`
    insert into report_keys (kid, public_jwk, revoked_at)
    values (${kid}, ${JSON.stringify(jwk(kid))}::jsonb, ${revokedAt})
  `.execute(database.db);
}

it('the keys of reports are each listed once, revoked ones apart, and read once a minute', async () => {
  await storeKey('present', null);
  await storeKey('older', null);
  await storeKey('stolen', new Date());
  const { db, statements } = createRecordingDb(database.pool);
  let now = 0;
  const page = createReportKeysPage({ db, currentKeys: () => [jwk('present')], now: () => now });
  const read = async () => JSON.parse(String((await page(REQUEST)).body)) as unknown;
  const first = await Promise.all([read(), read(), read()]);
  expect(first.map(kids)).toEqual(Array.from({ length: 3 }, () => ['present', 'older', 'stolen']));
  expect(first[0]).toMatchObject({ revoked: [{ kid: 'stolen' }] });
  now = 59_999;
  await read();
  expect(statements).toHaveLength(1);
  await storeKey('newest', null);
  now = 60_000;
  expect(kids(await read())).toContain('newest');
  expect(statements).toHaveLength(2);
});
