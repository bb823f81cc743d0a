import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUSINESS_EVENT_TYPES } from '../../../src/domain/events/business-event.ts';
import { readOwnList } from '../../../src/lists/own/own-list.ts';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { TO_RECEIVERS } from '../../support/clients/webhooks.ts';
import { loadSatList } from '../../support/data/sat-lists.ts';
import { listTablesHolding } from '../../support/database/tables.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const gateway = useGateway({ ...TO_RECEIVERS, WEBHOOK_JOBS_MAX: '4', WORKER_POLL_MS: '50' });
const receiver = useWebhookReceiver();

/** Nobody; each text holds what is looked for. */
const NAME = 'CANARIO CANARIEGO IMAGINARIO';
const RFC = 'CAVI800101AB1';
const WANTED = ['canari', RFC];
const PATTERN = /canari|CAVI800101/i;
const OWN = 'custom:propia';
/** What a list of the service's own holds, whoever is screened by it. */
const OF_LISTS = ['list_entries', 'list_names', 'list_identifiers', 'list_snapshots'];
const OF_SCREENINGS = ['screenings', 'screening_matches'];
const OF_PEOPLE = ['participants', 'match_findings', 'match_resolutions'];

let typedId = 0;

/** Loads the service's own list as of a day, with the canary under this name. */
async function load(name: string, asOf: string): Promise<void> {
  const list = Buffer.from(`key,name,type,rfc\nK1,${name},FIS,${RFC}\n`);
  await loadSatList(
    gateway.databaseUrl,
    { code: 'sat69-exigibles', list },
    { serviceId: gateway.service.serviceId, source: OWN, read: readOwnList({}), asOf },
  );
}

beforeAll(async () => {
  await load(NAME, '2024-01-31');
  // A job is gone as soon as it is done: what each was given is kept here, and looked through as all tables are.
  await sql`create table seen_jobs as select task, payload from jobs where false`.execute(
    gateway.db,
  );
  await sql`
    create function see_job() returns trigger language plpgsql security definer as $$
      begin insert into public.seen_jobs values (new.task, new.payload); return new; end $$
  `.execute(gateway.db);
  await sql`create trigger see_job after insert on jobs for each row execute function see_job()`.execute(
    gateway.db,
  );
  const types = BUSINESS_EVENT_TYPES.map((type) => type.toUpperCase()).join(', ');
  await ask(`mutation { addWebhookEndpoint(input: {
    url: ${JSON.stringify(receiver.url())}, eventTypes: [${types}] }) { __typename } }`);
  await ask(`mutation { updateScreeningSettings(input: { isOn: true, families: [OWN],
    fourEyesRule: NONE, screensEverybody: true }) { __typename } }`);
});

async function ask(document: string, variables: object = {}): Promise<unknown> {
  return dataOf(await gateway.graphql(document, variables));
}

async function send(method: string, path: string, body?: object): Promise<number> {
  return (await gateway.request(method, path, body === undefined ? {} : { body })).status;
}

async function listHolding(): Promise<string[]> {
  const holding = await Promise.all(
    WANTED.map(async (text) => await listTablesHolding(gateway.db, text)),
  );
  return [...new Set(holding.flat())].toSorted();
}

/** Only these tables have it, and each of them has; no log and no webhook does. */
async function expectOnlyIn(tables: readonly string[]): Promise<void> {
  const held = await listHolding();
  expect(held.filter((table) => !tables.includes(table))).toEqual([]);
  const data = tables.filter((table) => !OF_LISTS.includes(table));
  expect(data.filter((table) => !held.includes(table))).toEqual([]);
  expect(gateway.logs.split('\n').filter((line) => PATTERN.test(line))).toEqual([]);
  const sent = receiver.received.map(({ body, headers }) => body + JSON.stringify(headers));
  expect(sent.filter((one) => PATTERN.test(one))).toEqual([]);
}

const SCREEN = `mutation ($input: ScreenInput!) { screen(input: $input) { __typename
  ... on ScreenPayload { screening { databaseId outcome subject { rfc } } }
  ... on UserError { code message } ... on InputValidationError { issues { path message } } } }`;
const PERSON = { name: NAME, rfc: RFC, birthDate: '1980-01-01', country: 'MX' };

// One story: each step adds to what the canary has left so far, and the last one deletes it.
describe('a canary that is screened', { shuffle: false }, () => {
  it('is raised and decided, and stands where it must alone', async () => {
    const participants = [
      {
        externalPersonId: 1,
        personType: 'NATURAL_PERSON',
        name: NAME,
        personalInformation: { rfc: RFC },
      },
    ];
    await ask(
      `mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) { __typename } }`,
      { input: { externalId: 1, code: 'F/1', participants } },
    );
    await expect
      .poll(() => receiver.received.some(({ body }) => body.includes('matches')), {
        timeout: 60_000,
      })
      .toBe(true);
    const decided = await ask(
      `mutation ($input: ResolvePersonMatchesInput!) { resolvePersonMatches(input: $input) { __typename } }`,
      {
        input: { externalPersonId: 1, verdict: 'FALSE_POSITIVE', reason: 'OTHER', note: NAME },
      },
    );
    expect(at(decided, 'resolvePersonMatches', '__typename')).toBe('ResolvePersonMatchesPayload');
    await expectOnlyIn([...OF_LISTS, ...OF_SCREENINGS, ...OF_PEOPLE]);
  });

  it('is raised again by a list that comes while it is screened, and its job knows nothing of it', async () => {
    await load(`${NAME} SEGUNDO`, '2024-02-29');
    const listScreenings = async () =>
      await gateway.db
        .selectFrom('screenings')
        .select(['trigger', 'outcome'])
        .where('trigger', '=', 'lists')
        .execute();
    const wanted = [{ trigger: 'lists', outcome: 'alert' }];
    await expect.poll(listScreenings, { timeout: 60_000 }).toEqual(wanted);
    const raised = gateway.db.selectFrom('match_findings').select('raised_because');
    expect(await raised.execute()).toEqual([{ raised_because: 'entry_changed' }]);
    const { rows } =
      await sql`select distinct payload from seen_jobs where task = 'rescreen'`.execute(gateway.db);
    expect(rows).toEqual([{ payload: { source: OWN } }]);
    const left = gateway.db.selectFrom('rescreenings').select('source');
    await expect.poll(async () => await left.execute(), { timeout: 60_000 }).toEqual([]);
    await expectOnlyIn([...OF_LISTS, ...OF_SCREENINGS, ...OF_PEOPLE]);
  });

  it('leaves no more where it is typed in, under a key and in reports', async () => {
    const input = { person: PERSON, idempotencyKey: `canario-${RFC}` };
    const made = at(await ask(SCREEN, { input }), 'screen', 'screening');
    expect(made).toMatchObject({ outcome: 'ALERT', subject: { rfc: RFC } });
    typedId = Number(at(made, 'databaseId'));
    const mine = at(await ask(SCREEN, { input: { participant: { databaseId: 1 } } }), 'screen');
    const id = Number(at(mine, 'screening', 'databaseId'));
    for (const one of [typedId, id]) {
      expect(await send('GET', `/api/v4/blacklist/report/${one}`)).toBe(200);
      expect(await send('GET', `/api/v4/blacklist/report/${one}/pdf`)).toBe(200);
    }
    const { body } = await gateway.request('GET', `/api/v4/blacklist/report/${typedId}`);
    const [report, signature] = [at(body, 'data', 'report'), at(body, 'data', 'signature')];
    const path = '/api/v4/blacklist/report/verify';
    expect(await send('POST', path, { report, signature })).toBe(200);
    expect(await send('POST', path, { report: { name: NAME } })).toBe(400);
    await expectOnlyIn([...OF_LISTS, ...OF_SCREENINGS, ...OF_PEOPLE]);
    // Two reports are printed.
  });

  it('goes with its business, and with its own screening; the list stays the service’s', async () => {
    expect(await send('POST', '/api/v4/fiduciary/1/complete', { delete_mode: 'all' })).toBe(200);
    await expectOnlyIn([...OF_LISTS, ...OF_SCREENINGS]);
    const screenings = gateway.db.selectFrom('screenings').select('id');
    expect(await screenings.execute()).toEqual([{ id: typedId }]);
    await ask(`mutation { deleteScreening(input: { screeningId: ${typedId} }) { __typename } }`);
    await expect
      .poll(() => receiver.received.some(({ body }) => body.includes('completed')), {
        timeout: 60_000,
      })
      .toBe(true);
    await expectOnlyIn(OF_LISTS);
  });
});

describe('a canary in a request to screen', () => {
  it.each([
    { person: { ...PERSON, rfc: `${NAME} ${RFC}` } },
    { person: { ...PERSON, curp: NAME } },
    { person: { ...PERSON, birthDate: NAME } },
    { person: { ...PERSON, name: `${NAME}\u0000` } },
    { person: { ...PERSON, name: NAME.repeat(100) } },
    { person: PERSON, lists: [NAME] },
    { person: PERSON, lists: ['custom:canario'] },
    { person: PERSON, asOf: NAME },
    { person: PERSON, participant: { id: NAME } },
    { participant: { id: NAME } },
  ])('is not told back where it is refused: %j', async (input) => {
    const before = await listHolding();
    const reply = await gateway.graphql(SCREEN, { input });
    expect(JSON.stringify(reply.body)).not.toMatch(PATTERN);
    expect(JSON.stringify(reply.body)).not.toContain('ScreenPayload');
    const body = { nombre: NAME, rfc: `${RFC}${NAME}`, [NAME]: NAME };
    const refused = await gateway.request('POST', '/api/v4/blacklist/ofac/report', { body });
    expect([refused.status, PATTERN.test(JSON.stringify(refused.body))]).toEqual([400, false]);
    expect(await listHolding()).toEqual(before);
    expect(gateway.logs).not.toMatch(PATTERN);
    expect(JSON.stringify(receiver.received)).not.toMatch(PATTERN);
  });
});
