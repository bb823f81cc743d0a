import type { Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { createHttpClient } from '../http-client.ts';
import { member } from '../json.ts';
import { UPSERT_BUSINESS } from '../operations.ts';
import { openPrivateGateway } from '../private-gateway.ts';
import { openSqlClient, type SqlClient, timed } from '../sql-client.ts';
import { type Pair, toTiming } from '../timing.ts';

const BARE = 'the rows upserted in one transaction';
const WARM_UPS = 50;
/** Of the rows that a run makes for itself. */
const FIRST_ID = 60_000_000;

/** Another name for the one participant of a business, each time of another business. */
export const upsertOne: Workload = {
  name: 'upsert-one',
  runs: 'always',
  run: async (bench) => {
    await using gateway = await openPrivateGateway(bench, bench.templates.loaded);
    await using sql = await openSqlClient(gateway.databaseUrl);
    const http = createHttpClient(gateway.server);
    const send = async (place: number, name: string): Promise<number> => {
      const request = graphqlRequest(UPSERT_BUSINESS, { input: inputOf(place, name) });
      const { ms, body } = await http.send({
        ...request,
        headers: { ...request.headers, ...gateway.headers },
      });
      const type = member(body, 'data', 'upsertBusiness', '__typename');
      if (type !== 'UpsertBusinessPayload') throw new Error(JSON.stringify(body).slice(0, 300));
      return ms;
    };
    const times = (bench.isQuick ? 100 : 400) + WARM_UPS;
    for (let place = 0; place < 2 * times; place += 1) await send(place, 'Citlali');
    const pairs: Pair[] = [];
    for (let place = 0; place < 2 * times; place += 2) {
      const gatewayMs = await send(place, 'Xóchitl');
      const bareMs = await upsertBare(sql, place + 1);
      if (place >= 2 * WARM_UPS) pairs.push({ gatewayMs, bareMs });
    }
    http.close();
    const what = { workload: 'upsert-one', title: 'upsertBusiness on 1 participant', bare: BARE };
    return { timings: [toTiming(what, pairs)] };
  },
};

function inputOf(place: number, name: string): object {
  const id = FIRST_ID + place;
  const participant = {
    externalPersonId: id,
    personType: 'NATURAL_PERSON',
    name,
    paternalSurname: 'Estrella',
    roles: ['FIDEICOMITENTE'],
    requestedDocumentTypes: ['INE'],
  };
  return { externalId: id, code: `UNO-${place}`, participants: [participant] };
}

async function upsertBare(sql: SqlClient, place: number): Promise<number> {
  return await timed(async () => {
    await sql.run('begin');
    for (const [name, text] of BARE_STATEMENTS)
      await sql.runNamed(
        name,
        text,
        name === 'participant' ? [FIRST_ID + place, 'Xóchitl'] : [FIRST_ID + place],
      );
    await sql.run('commit');
  });
}

const BARE_STATEMENTS = [
  [
    'business',
    `update businesses set version = version + 1, updated_at = now()
     where service_id = 1 and external_id = $1`,
  ],
  [
    'participant',
    `insert into participants (service_id, id, business_id, person_id, person_type, name, roles)
     select p.service_id, p.id, p.business_id, p.person_id, p.person_type, $2, p.roles
     from persons s join participants p on p.service_id = s.service_id and p.person_id = s.id
     where s.service_id = 1 and s.external_id = $1
     on conflict (service_id, id) do update set name = excluded.name, updated_at = now()`,
  ],
] as const;
