import type { Bench, Workload } from '../bench.ts';
import { LARGE_BUSINESS, prepareLarge } from '../large-business.ts';
import { createLeanClient } from '../lean-client.ts';
import type { LoadRequest } from '../load/load.ts';
import { openPrivateGateway } from '../private-gateway.ts';
import { measureMs, openSqlClient, type SqlClient } from '../sql-client.ts';
import { measureInTurn, type Pair, smallWriteRounds, toTiming } from '../timing.ts';

const BARE = 'DELETE of the same rows';

/** Completion of businesses with 5 participants, one after the other. */
export const complete5: Workload = {
  name: 'complete-5',
  runs: 'always',
  run: async (bench) => {
    await using gateway = await openPrivateGateway(bench, bench.templates.loaded);
    await using sql = await openSqlClient(gateway.databaseUrl);
    const http = await createLeanClient(gateway.server);
    const pairs = await measureInTurn(smallWriteRounds(bench), {
      gateway: async (round) =>
        (await http.send(completeRequest(2 * round + 1, gateway.headers))).ms,
      bare: async (round) => await deleteBare(sql, 2 * round + 2),
    });
    http.close();
    const what = { workload: 'complete-5', title: 'completeBusiness on 5 participants' };
    return { timings: [toTiming({ ...what, bare: BARE }, pairs)] };
  },
};

/** Small ones, of both sides, before the large one of a process or a connection. */
const WARM_UPS = 20;

/** Completion of a business with 100,000 participants, each time in a fresh copy of the database. */
export const complete100000: Workload = {
  name: 'complete-100000',
  runs: 'full',
  run: async (bench) => {
    const template = await prepareLarge(bench);
    const pairs: Pair[] = [];
    for (let round = 0; round < bench.pace.rounds; round += 1) {
      pairs.push({
        gatewayMs: await completeLarge(bench, template),
        bareMs: await deleteLargeBare(bench, template),
      });
    }
    const what = { workload: 'complete-100000', title: 'completeBusiness on 100,000 participants' };
    return { timings: [toTiming({ ...what, bare: BARE }, pairs)] };
  },
};

async function completeLarge(bench: Bench, template: string): Promise<number> {
  await using gateway = await openPrivateGateway(bench, template);
  const http = await createLeanClient(gateway.server);
  for (let id = 1; id <= WARM_UPS; id += 1) await http.send(completeRequest(id, gateway.headers));
  const { ms } = await http.send(completeRequest(LARGE_BUSINESS, gateway.headers));
  http.close();
  return ms;
}

async function deleteLargeBare({ postgres }: Bench, template: string): Promise<number> {
  await postgres.create('writes', template);
  await using sql = await openSqlClient(postgres.urlOf('writes'));
  for (let id = 1; id <= WARM_UPS; id += 1) await deleteBare(sql, id);
  return await deleteBare(sql, LARGE_BUSINESS);
}

/** Creates a v4 notice that deletes the whole business. */
export function completeRequest(id: number, headers: Record<string, string>): LoadRequest {
  return {
    method: 'POST',
    path: `/api/v4/fiduciary/${id}/complete`,
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"delete_mode":"all"}',
  };
}

/**
 * Deletes the rows that a completion deletes, in one transaction. Which persons and files nobody else refers to
 * is found before the clock starts; the gateway has to find it within its time.
 */
async function deleteBare(sql: SqlClient, businessId: number): Promise<number> {
  for (const statement of FIND_DOOMED) await sql.run(statement.replaceAll(':id', `${businessId}`));
  return await measureMs(async () => {
    for (const statement of DELETE_DOOMED) {
      await sql.run(statement.replaceAll(':id', `${businessId}`));
    }
  });
}

const FIND_DOOMED = [
  'drop table if exists doomed_persons, doomed_files',
  `create temporary table doomed_persons as
    select distinct person_id as id from participants p where service_id = 1 and business_id = :id
    and not exists (select from participants o where o.service_id = 1
      and o.person_id = p.person_id and o.business_id <> :id)`,
  `create temporary table doomed_files as
    select distinct d.file_id as id from documents d
    join participants p on p.service_id = d.service_id and p.id = d.participant_id
    where d.service_id = 1 and p.business_id = :id and d.file_id is not null
    and not exists (select from documents o join participants q
      on q.service_id = o.service_id and q.id = o.participant_id
      where o.service_id = 1 and o.file_id = d.file_id and q.business_id <> :id)`,
  'analyze doomed_persons, doomed_files',
];

const DELETE_DOOMED = [
  'begin',
  `delete from documents d using participants p where d.service_id = 1 and p.service_id = 1
    and p.id = d.participant_id and p.business_id = :id`,
  'delete from participants where service_id = 1 and business_id = :id',
  'delete from files where service_id = 1 and id in (select id from doomed_files)',
  'delete from persons where service_id = 1 and id in (select id from doomed_persons)',
  'delete from businesses where service_id = 1 and id = :id',
  'commit',
];
