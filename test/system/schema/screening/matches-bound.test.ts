import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertMatches } from '../../../../src/db/queries/screening/matches.ts';
import { at, dataOf, errorOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { makeScreening } from '../../../support/data/make-screening.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const REFUSED = { code: 'LIMIT_EXCEEDED', codeMessage: 'payload_too_large' };

it('reads what several screenings found up to 8 MiB of it, though nothing long is asked for', async () => {
  const { db, service } = gateway;
  for (const name of ['A', 'B'])
    await makeScreening(db, service.serviceId, { name: name.repeat(3_000_000) });
  const ask = async (first: number) =>
    await gateway.graphql(`{ screenings(first: ${first}) { nodes { matches { score } } } }`);
  const message = 'The result exceeds 8388608 bytes of findings. Request fewer at once.';
  expect(errorOf(await ask(2))).toMatchObject({ ...REFUSED, message });
  expect(at(dataOf(await ask(1)), 'screenings', 'nodes')).toEqual([{ matches: [{ score: 1 }] }]);
});

it('reads no more than 200,000 matches of participants at once', async () => {
  const { db, service } = gateway;
  const business = await makeBusiness(db, service.serviceId, { participants: [{}, {}] });
  const [many, one] = business.participantIds;
  await db.transaction().execute(async (tx) => {
    // Keys are checked one by one else.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into participant_matches (service_id, participant_id, source_code, external_id, status)
      select ${service.serviceId}::integer, case when n = 0 then ${one}::bigint else ${many}::bigint end, 'L', n::text, 'pending'
      from generate_series(0, 200000) n`.execute(tx);
  });
  const ask = async (ids: (number | undefined)[]) =>
    await gateway.graphql(
      `{ ${ids.map((id, n) => `p${n}: participant(by: { databaseId: ${id} }) { matches { state } }`).join(' ')} }`,
    );
  const message = 'The result exceeds 200000 matches. Request fewer at once.';
  expect(errorOf(await ask([many, one]))).toMatchObject({ ...REFUSED, message });
  expect(at(dataOf(await ask([one])), 'p0', 'matches')).toHaveLength(1);
});

it('reads no more than 200,000 decisions on matches at once', async () => {
  const { db, service } = gateway;
  const { serviceId, userId } = service;
  const business = await makeBusiness(db, serviceId, { participants: [{}, {}] });
  const matches = business.participantIds.map((participantId, n) => ({
    participantId,
    sourceCode: 'L',
    externalId: `decided-${n}`,
    state: 'pending' as const,
  }));
  await insertMatches(db, serviceId, matches);
  const [many, one] = business.participantIds;
  await db.transaction().execute(async (tx) => {
    // Keys are checked one by one else.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into match_resolutions (service_id, match_id, decision, reason, user_id, api_key_id)
      select ${serviceId}, m.id, 'skipped', 'other', ${userId}, 1
      from participant_matches m, generate_series(1, case when m.participant_id = ${one}::bigint then 1 else 200000 end)
      where m.service_id = ${serviceId} and m.external_id like 'decided-%'`.execute(tx);
  });
  const ask = async (ids: (number | undefined)[]) =>
    await gateway.graphql(
      `{ ${ids.map((id, n) => `p${n}: participant(by: { databaseId: ${id} }) { matches { resolutions { reason } } }`).join(' ')} }`,
    );
  const message = 'The result exceeds 200000 decisions. Request fewer at once.';
  expect(errorOf(await ask([many, one]))).toMatchObject({ ...REFUSED, message });
  const shown = at(dataOf(await ask([one])), 'p0', 'matches');
  expect(shown).toEqual([{ resolutions: [{ reason: 'OTHER' }] }]);
});
