import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { redateList } from '../../../src/lists/load/redate-list.ts';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { listRaised, screenAll, switchOn } from '../../support/data/living-screening.ts';
import { loadSatList, makeSat69List } from '../../support/data/sat-lists.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const NEW = 'TIM990101AB1';
const NAME = 'TRANSPORTES IMPERMEABLES DE PUEBLA';
const EVENTS = '{ auditEvents(filter: { action: LIST_REDATED }) { nodes { action caller } } }';

it('a day that changes what holds now is audited by the service, and its participants are screened again', async () => {
  const { db, databaseUrl, service } = gateway;
  const { serviceId } = service;
  await switchOn(db, serviceId);
  const participants = [{ personExternalId: 1, personType: 'legal' as const, name: NAME }];
  await makeBusiness(db, serviceId, { participants });
  const code = 'sat69-exigibles';
  const without = makeSat69List([['CIE150318QX5', 'COMERCIALIZADORA IMAGINARIA']]);
  const together = makeSat69List([[NEW, `${NAME} SA DE CV`]]);
  await loadSatList(databaseUrl, { code, list: without }, { asOf: '2024-07-01' });
  const older = { asOf: '2024-06-01', allowOlder: true };
  await loadSatList(databaseUrl, { code, list: together }, older);
  await screenAll(db, serviceId);
  expect(await listRaised(db, serviceId)).toEqual([]);

  const { rows } = await sql<{ id: number }>`
    select id from list_snapshots where as_of = '2024-06-01'`.execute(db);
  const pool = createTestPool(databaseUrl);
  await redateList({
    pool,
    serviceId: 0,
    id: rows[0]?.id ?? 0,
    asOf: '2024-07-15',
    today: '2024-08-01',
    redatedBy: 'test',
  });
  await pool.end();
  await screenAll(db, serviceId);
  expect(await listRaised(db, serviceId)).toEqual([`1 ${code}/${NEW}: pending found`]);
  const events = at(dataOf(await gateway.graphql(EVENTS)), 'auditEvents', 'nodes');
  expect(events).toEqual([{ action: 'LIST_REDATED', caller: 'OPERATOR' }]);
});
