import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({}, { hasDemoLists: true });
const OFAC = '/api/v4/blacklist/ofac/report';
const TWINS = 20;

async function mutate(name: string, input: object, fields: string): Promise<unknown> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const document = `mutation ($input: ${type}Input!) { ${name}(input: $input) {
    ... on ${type}Payload { replayed ${fields} } ... on UserError { code } } }`;
  return at(dataOf(await gateway.graphql(document, { input })), name);
}

async function screen(idempotencyKey: string, name = 'Ana Nadie'): Promise<unknown> {
  return await mutate('screen', { person: { name }, idempotencyKey }, 'screening { databaseId }');
}

async function countKept(): Promise<number> {
  return (await gateway.db.selectFrom('screenings').select('id').execute()).length;
}

const REUSED = { code: 'IDEMPOTENCY_KEY_REUSED' };

describe('screen under a key', () => {
  it('is done once, however often it is sent at once', async () => {
    const [before, key] = [await countKept(), randomUUID()];
    const results = await Promise.all(Array.from({ length: TWINS }, async () => await screen(key)));
    expect(await countKept()).toBe(before + 1);
    expect(results.filter((one) => at(one, 'replayed') === false)).toHaveLength(1);
    expect(new Set(results.map((one) => at(one, 'screening', 'databaseId'))).size).toBe(1);
  });

  it('is refused with another input, and by another operation', async () => {
    const key = randomUUID();
    await screen(key);
    expect(await screen(key, 'Otra Persona')).toEqual(REUSED);
    const deletion = { screeningId: 1, idempotencyKey: key };
    expect(await mutate('deleteScreening', deletion, 'screeningId')).toEqual(REUSED);
  });

  it('is not made again once it was deleted, on both wires', async () => {
    const key = randomUUID();
    const headers = { ...gateway.service.headers, 'idempotency-key': randomUUID() };
    const body = { nombre: 'Ana Nadie' };
    const made = at(await screen(key), 'screening', 'databaseId');
    const reported = await gateway.request('POST', OFAC, { body, headers });
    const ids = [made, at(reported.body, 'data', 'report_id')];
    for (const screeningId of ids) await mutate('deleteScreening', { screeningId }, 'screeningId');
    const kept = await countKept();
    expect(await screen(key)).toEqual({ code: 'SCREENING_NOT_FOUND' });
    const again = await gateway.request('POST', OFAC, { body, headers });
    expect([again.status, at(again.body, 'code_message')]).toEqual([404, 'not_found']);
    expect(await countKept()).toBe(kept);
  });

  it('is deleted once, and says so again', async () => {
    const screeningId = at(await screen(randomUUID()), 'screening', 'databaseId');
    const input = { screeningId, idempotencyKey: randomUUID() };
    expect(await mutate('deleteScreening', input, 'screeningId')).toEqual({
      replayed: false,
      screeningId,
    });
    expect(await mutate('deleteScreening', input, 'screeningId')).toEqual({
      replayed: true,
      screeningId,
    });
  });

  it('has its settings changed once, and queues everybody once', async () => {
    const input = { threshold: 0.9, fourEyes: true, idempotencyKey: randomUUID() };
    const fields = 'settings { threshold }';
    const settings = { threshold: 0.9 };
    expect(await mutate('updateScreeningSettings', input, fields)).toEqual({
      replayed: false,
      settings,
    });
    expect(await mutate('updateScreeningSettings', input, fields)).toEqual({
      replayed: true,
      settings,
    });
    const events = gateway.db.selectFrom('audit_events').select('id');
    const changes = events.where('action', '=', 'screening_settings_updated');
    expect(await changes.execute()).toHaveLength(1);
  });
});
