import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../../src/db/client.ts';
import { PipelinedConnection } from '../../../../src/db/wire/pipelined-connection.ts';
import {
  type BusinessSample,
  makeBusiness,
  makeTemplate,
} from '../../../support/data/factories.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { type OpenGateway, openGateway } from '../../../support/gateway/open-gateway.ts';
import { QUERIES } from '../../contract/isolation-queries.ts';

const MY_WORD = 'propio';
const THEIR_WORD = 'ajeno';
/** However the statement was made: `p.service_id = $1::integer`, `"b"."service_id" = $2`. */
const CONDITION = /(?:"?\w+"?\.)?"?service_id"? = \$(\d+)(?:::integer)?/g;

const taken = { conditions: 0, isOn: false };
// oxlint-disable-next-line typescript/unbound-method -- Each call gives it its receiver.
const { executeQuery } = PipelinedConnection.prototype;

const database = useDatabase();
let walled: OpenGateway;
/** The same, for the role that owns the tables. */
let open: OpenGateway;
let mine: TestService;

beforeAll(async () => {
  // Before there is a connection: each keeps what it has for sending.
  PipelinedConnection.prototype.executeQuery = new Proxy(executeQuery, {
    apply: (target, self, [statement]: [CompiledQuery]) =>
      Reflect.apply(target, self, [taken.isOn ? withoutConditions(statement) : statement]),
  });
  walled = await openGateway(database.url, { WORKER: 'off' });
  open = await openGateway(database.url, { WORKER: 'off', DATABASE_URL: database.url });
  mine = await makeServices(database.db);
});
afterAll(async () => {
  await walled.close();
  await open.close();
});

/** Two services with the same ids, codes and e-mails, that differ in one word of every text; answers the second. */
async function makeServices(db: Db): Promise<TestService> {
  const tokens = await createTestTokens(db);
  const services: TestService[] = [];
  for (const word of [THEIR_WORD, MY_WORD]) {
    const service = await createTestService(db, tokens);
    const names = { email: 'user@example.test', given_name: word };
    await db.updateTable('users').set(names).where('service_id', '=', service.serviceId).execute();
    for (const index of [1, 2]) await makeBusiness(db, service.serviceId, business(word, index));
    await makeTemplate(db, service.serviceId, { key: word, questions: ['q1'] });
    services.push(service);
  }
  const [, last] = services;
  if (last === undefined) throw new Error('Two were made.');
  return last;
}

function business(word: string, index: number): BusinessSample {
  const email = `${word}@example.test`;
  return {
    externalId: 9000 + index,
    code: `C-${index}`,
    name: word,
    responsibleUserId: 1,
    participants: [{ personExternalId: 71, name: word, email, documents: [['INE', 31]] }],
  };
}

afterAll(() => {
  PipelinedConnection.prototype.executeQuery = executeQuery;
});

/** Of what reads only: the value stays, so that the server knows its type. */
function withoutConditions(statement: CompiledQuery): CompiledQuery {
  if (/^\s*(?:insert|update|delete)\b/i.test(statement.sql)) return statement;
  const sql = statement.sql.replace(CONDITION, (_all, place: string) => {
    taken.conditions += 1;
    return `$${place}::integer is not null`;
  });
  return { ...statement, sql };
}

async function ask({ url }: OpenGateway, query: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...mine.headers };
  const body = JSON.stringify({ query });
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  return await response.json();
}

async function askWithout(...asked: Parameters<typeof ask>): Promise<unknown> {
  taken.isOn = true;
  return await ask(...asked).finally(() => {
    taken.isOn = false;
  });
}

describe('with the tenant condition taken out of every statement that reads', () => {
  it.each(QUERIES)('%s answers what it answers with it', async (query) => {
    const answer = await ask(walled, query);
    expect(answer).not.toHaveProperty('errors');
    const before = taken.conditions;
    expect(await askWithout(walled, query)).toEqual(answer);
    expect(taken.conditions).toBeGreaterThan(before);
    expect(JSON.stringify(answer)).not.toContain(THEIR_WORD);
  });

  it('rows of another service are read by a role that policies do not hold for', async () => {
    const answers = [];
    for (const query of QUERIES) answers.push(await askWithout(open, query));
    const leaking = answers.filter((answer) => JSON.stringify(answer).includes(THEIR_WORD));
    expect(leaking.length).toBeGreaterThan(QUERIES.length / 4);
  });
});
