import { expect, it } from 'vitest';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { startSmallServe } from '../../support/processes/small-serve.ts';

const database = useDatabase();

const AT_ONCE = 6;
const LONG_ROLES = Array.from({ length: 100 }, () => 'R'.repeat(1000));

const nest = (inner: string): string =>
  `business { participants(first: 10) { nodes { ${inner} } } }`;

it('a heap of 256 MB outlives what a service may ask for at once, and another is answered', async () => {
  const { db } = database;
  const tokens = await createTestTokens(db);
  const [attacker, other] = [
    await createTestService(db, tokens),
    await createTestService(db, tokens),
  ];
  const participants = Array.from({ length: 10 }, () => ({ roles: LONG_ROLES }));
  const { id } = await makeBusiness(db, attacker.serviceId, { participants });
  const { url } = startSmallServe(database.url, 256);
  const base = await url;
  const ask = async (headers: object, query: string): Promise<string> => {
    const response = await fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return await response.text();
  };
  const aliases = Array.from({ length: 50 }, (_, n) => `r${n}: roles`).join(' ');
  // 12 points and 50 MB.
  const long = `{ business(by: { databaseId: ${id} }) { participants { nodes { ${aliases} } } } }`;
  // 11,111 points, and 1,000 MB at their end.
  const deep = `{ ${nest(nest(nest(nest('roles')))).replace('business', `business(by: { databaseId: ${id} })`)} }`;
  for (const query of [long, deep]) {
    const attacks = Array.from({ length: AT_ONCE }, () => ask(attacker.headers, query));
    expect(await ask(other.headers, '{ viewer { service } }')).toContain(other.service);
    for (const answer of await Promise.all(attacks)) expect(answer).toContain('LIMIT_EXCEEDED');
  }
  expect(await ask(other.headers, '{ viewer { service } }')).toContain(other.service);
});
