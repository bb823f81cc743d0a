import { expect, it } from 'vitest';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { at } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { withFurther } from '../../../support/database/migrations.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

/** What the next version may bring before its code: a column, one that has to have a value, an index, a table, a constraint. */
const AHEAD = [
  'alter table businesses add column spare jsonb',
  "alter table participants add column spare text not null default ''",
  'alter table persons add column spare integer',
  'alter table documents add column spare integer',
  'create index concurrently participants_spare on participants (service_id, spare)',
  `create table spares (
    service_id integer not null,
    id bigint not null,
    constraint spares_pkey primary key (service_id, id)
  )`,
  'alter table participants add constraint participants_spare check (length(spare) < 10)',
];

const LIST =
  '{ businesses(first: 5) { nodes { name participants(first: 5) { nodes { name } } } } }';

function write(externalId: number): string {
  return `mutation { upsertBusiness(input: {externalId: ${externalId}, code: "C", participants: [
    {externalPersonId: ${externalId}, personType: NATURAL_PERSON, name: "Ana"}]}) {
    __typename ... on UserError { message } } }`;
}

it('the running code serves on while the tables get one step ahead of it, and after', async () => {
  const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: [{ documents: [['INE', 1]] }],
  });
  const answers: unknown[] = [];
  let next = 1000;
  const askAll = async (): Promise<void> => {
    next += 1;
    const detail = await gateway.request('GET', `/api/v4/business/detail?id=${id}`);
    const list = await gateway.graphql(LIST);
    const written = await gateway.graphql(write(next));
    answers.push(
      detail.status,
      at(list.body, 'errors'),
      at(written.body, 'data', 'upsertBusiness', '__typename'),
    );
  };
  // So that every statement is prepared on several connections before.
  await Promise.all(Array.from({ length: 8 }, askAll));
  const ahead = withFurther({ '9000-ahead': AHEAD });
  const done = new AbortController();
  const migrating = migrateUp(gateway.db, { migrations: ahead }).finally(() => done.abort());
  while (!done.signal.aborted) await Promise.all([askAll(), askAll(), askAll()]);
  expect(await migrating).toEqual(['9000-ahead']);
  await Promise.all(Array.from({ length: 8 }, askAll));
  const payload = answers[2];
  expect(payload).toMatch(/Payload$/);
  expect(new Set(answers)).toEqual(new Set([200, undefined, payload]));
  expect((await gateway.request('GET', '/health/ready')).status).toBe(200);
});
