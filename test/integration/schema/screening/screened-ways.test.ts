import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importFiles } from '../../../../src/import/import-files.ts';
import { readOwnList } from '../../../../src/lists/own/own-list.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { businessLine, participant, writeLines } from '../../../support/data/imports.ts';
import { listRaised, screenAll, switchOn } from '../../../support/data/living-screening.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
const OWN = 'custom:bloqueados';
const FOUND = 'sat69-exigibles/CIE150318QX5: pending found';
let service: TestService;

beforeAll(async () => {
  const list = makeSat69List([['CIE150318QX5', `${NAME} SA DE CV`]]);
  await loadSatList(gateway.databaseUrl, { code: 'sat69-exigibles', list }, { asOf: '2024-01-31' });
});
beforeEach(async () => {
  service = await createTestService(gateway.db, await createTestTokens(gateway.db));
  await switchOn(gateway.db, service.serviceId, { families: ['sat69', 'own'] });
});

async function raised(of = service): Promise<string[]> {
  await screenAll(gateway.db, of.serviceId);
  return await listRaised(gateway.db, of.serviceId);
}

async function send(path: string, body: object): Promise<void> {
  const { status } = await gateway.request('POST', path, { body, headers: service.headers });
  expect(status).toBe(200);
}

async function ask(document: string, variables: object = {}, of = service): Promise<unknown> {
  return dataOf(await gateway.graphql(document, variables, of.headers));
}

const request = (id: number) => ({
  id_negocio: id,
  cod_negocio: `F/${id}`,
  participantes: [{ id_persona: id, tipo_per: 'MOR', nombre: NAME }],
});

describe('whoever comes in is screened and raised', () => {
  it('by an import, and not again by the same one', async () => {
    const { databaseUrl } = gateway;
    const stays = participant({ id_persona: 7, tipo_per: 'MOR', nombre: NAME });
    const files = [await writeLines([businessLine({ id_negocio: 1, participantes: [stays] })])];
    const pool = createTestPool(databaseUrl);
    await importFiles({ pool, serviceName: service.service, files });
    expect(await raised()).toEqual([`7 ${FOUND}`]);
    await importFiles({ pool, serviceName: service.service, files });
    await pool.end();
    expect(await raised()).toEqual([`7 ${FOUND}`]);
  });

  it('by upsertBusinesses', async () => {
    const businesses = [1, 2].map((externalId) => ({
      externalId,
      code: `F/${externalId}`,
      participants: [{ externalPersonId: externalId, personType: 'LEGAL_ENTITY', name: NAME }],
    }));
    const document = `mutation ($input: UpsertBusinessesInput!) { upsertBusinesses(input: $input) {
      __typename } }`;
    await ask(document, { input: { businesses } });
    expect(await raised()).toEqual([`1 ${FOUND}`, `2 ${FOUND}`]);
  });

  it('by a request of v4, one or several', async () => {
    await send('/api/v4/fiduciary/requests', request(1));
    await send('/api/v4/fiduciary/requests/batch', { requests: [request(2), request(3)] });
    expect(await raised()).toEqual([`1 ${FOUND}`, `2 ${FOUND}`, `3 ${FOUND}`]);
  });

  it('and leaves an event of the gateway itself, with ids and codes of lists alone', async () => {
    await send('/api/v4/fiduciary/requests', request(1));
    await raised();
    const events = `{ auditEvents(filter: { action: MATCHES_RAISED }) { nodes { action caller userId
      apiKeyId requestId participantDatabaseIds business { externalId } } } }`;
    expect(at(await ask(events), 'auditEvents', 'nodes')).toEqual([
      {
        action: 'MATCHES_RAISED',
        caller: 'GATEWAY',
        userId: null,
        apiKeyId: null,
        requestId: null,
        participantDatabaseIds: [1],
        business: { externalId: 1 },
      },
    ]);
    const stored = gateway.db.selectFrom('audit_events').select('details');
    const mine = stored.where('service_id', '=', service.serviceId);
    const { details } = await mine.where('action', '=', 'matches_raised').executeTakeFirstOrThrow();
    expect(details).toEqual({
      businessId: 1,
      participantIds: [1],
      screeningIds: [expect.any(Number)],
      lists: ['sat69-exigibles'],
      matchesCount: 1,
    });
  });

  it('and the match names the screening that raised it', async () => {
    await send('/api/v4/fiduciary/requests', request(1));
    await raised();
    const found = await ask(`{ participant(by: { databaseId: 1 }) { matches { entry { name }
      screening { trigger outcome participant { databaseId } } } } }`);
    expect(at(found, 'participant', 'matches')).toEqual([
      {
        entry: { name: `${NAME} SA DE CV` },
        screening: { trigger: 'UPSERTED', outcome: 'ALERT', participant: { databaseId: 1 } },
      },
    ]);
  });
});

describe('a list of one service', () => {
  const SECRET = 'OBRAS SECRETAS DEL VALLE';

  it('is seen by no other: neither it, its entries, nor what is found in it', async () => {
    const { db, databaseUrl } = gateway;
    const other = await createTestService(db, await createTestTokens(db));
    await switchOn(db, other.serviceId, { families: ['own'] });
    await loadSatList(
      databaseUrl,
      { code: 'sat69-exigibles', list: Buffer.from(`key,name\nK1,${SECRET}\n`) },
      { serviceId: service.serviceId, source: OWN, read: readOwnList({}) },
    );
    const upsert = `mutation { upsertBusiness(input: { externalId: 1, code: "F/1", participants: [
      { externalPersonId: 1, personType: LEGAL_ENTITY, name: "${SECRET}" }] }) { __typename } }`;
    const watched =
      '{ watchLists(filter: { family: OWN }) { totalCount nodes { state { code } } } }';
    const entry = `{ listEntry(list: "${OWN}", key: "K1") { entry { name } } }`;
    const named = `lists: ["sat69-exigibles", "own"]`;
    const screen = `mutation { screen(input: { person: { name: "${SECRET}" }, ${named} }) { __typename
      ... on ScreenPayload { screening { matchesCount lists { code } } } } }`;
    for (const tenant of [service, other]) await ask(upsert, {}, tenant);
    expect([await raised(), await raised(other)]).toEqual([[`1 ${OWN}/K1: pending found`], []]);
    expect(at(await ask(watched), 'watchLists')).toEqual({
      totalCount: 1,
      nodes: [{ state: { code: OWN } }],
    });
    expect(at(await ask(watched, {}, other), 'watchLists', 'totalCount')).toBe(0);
    expect(at(await ask(entry), 'listEntry', 'entry', 'name')).toBe(SECRET);
    const unknown = await gateway.graphql(entry, {}, other.headers);
    expect(at(unknown.body, 'errors', 0, 'extensions', 'code')).toBe('VALIDATION_FAILED');
    const mine = at(await ask(screen), 'screen', 'screening');
    const lists = [{ code: 'sat69-exigibles' }, { code: OWN }];
    expect(mine).toEqual({ matchesCount: 1, lists });
    const theirs = at(await ask(screen, {}, other), 'screen', 'screening');
    expect(theirs).toEqual({
      matchesCount: 0,
      lists: [{ code: 'sat69-exigibles' }, { code: 'own' }],
    });
  });
});
