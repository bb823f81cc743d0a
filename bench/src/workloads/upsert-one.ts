import type { Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { type Headers, startGateway } from '../gateway.ts';
import type { HttpClient } from '../http-client.ts';
import { findMember } from '../json.ts';
import { createLeanClient } from '../lean-client.ts';
import { UPSERT_BUSINESS } from '../operations.ts';
import { runSql } from '../postgres.ts';
import { openPrivateGateway } from '../private-gateway.ts';
import { measureMs, openSqlClient, type SqlClient } from '../sql-client.ts';
import { measureInTurn, smallWriteRounds, toTiming } from '../timing.ts';

const BARE = 'the rows upserted in one transaction';
/** Of the rows that a run makes for itself. */
const FIRST_ID = 60_000_000;

/** Upserts that rename the only participant of a business, each time of another business. */
export const upsertOne: Workload = {
  name: 'upsert-one',
  runs: 'always',
  run: async (bench) => {
    const rounds = smallWriteRounds(bench);
    await using filling = await openPrivateGateway(bench, bench.templates.loaded);
    const { databaseUrl, headers } = filling;
    const filler = await createLeanClient(filling.server);
    for (let place = 0; place < 2 * (rounds.warmUps + rounds.times); place += 1)
      await send({ http: filler, headers }, place, 'Citlali');
    filler.close();
    await filling.server.stop();
    await runSql(databaseUrl, 'vacuum (analyze)', 'checkpoint');
    // Another process, which has made none of the rows: it is as warm as its rounds make it.
    const server = await startGateway(databaseUrl, { name: 'gateway-writes' });
    await using sql = await openSqlClient(databaseUrl);
    const http = await createLeanClient(server);
    const pairs = await measureInTurn(rounds, {
      gateway: async (round) => await send({ http, headers }, 2 * round, 'Xóchitl'),
      bare: async (round) => await upsertBare(sql, 2 * round + 1),
    });
    http.close();
    await server.stop();
    const what = { workload: 'upsert-one', title: 'upsertBusiness on 1 participant', bare: BARE };
    return { timings: [toTiming(what, pairs)] };
  },
};

type Client = { http: HttpClient; headers: Headers };

async function send({ http, headers }: Client, place: number, name: string): Promise<number> {
  const request = graphqlRequest(UPSERT_BUSINESS, { input: inputOf(place, name) });
  const { ms, body } = await http.send({
    ...request,
    headers: { ...request.headers, ...headers },
  });
  const type = findMember(body, 'data', 'upsertBusiness', '__typename');
  if (type !== 'UpsertBusinessPayload') throw new Error(JSON.stringify(body).slice(0, 300));
  return ms;
}

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
  return await measureMs(async () => {
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
