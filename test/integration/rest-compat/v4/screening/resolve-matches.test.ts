import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { at } from '../../../../support/clients/graphql.ts';
import { INVALID_INPUT, NOT_AN_OBJECT, sendV4 } from '../../../../support/clients/v4.ts';
import { makeBusiness } from '../../../../support/data/factories.ts';
import {
  listDecisions,
  listStates,
  RESOLVED,
  sendPerson,
} from '../../../../support/data/matches.ts';
import { digestTables, dumpTables } from '../../../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';
import { listWrongFlags } from '../../../../support/probes/flags.ts';

const gateway = useGateway();
const CONFLICT = {
  status: 409,
  text: '{"data":{},"message":"Conflict","success":false,"code_message":"conflict"}',
};

async function resolve(body: object, headers: Record<string, string> = {}) {
  const all = { ...gateway.service.headers, ...headers };
  const reply = await sendV4(gateway, RESOLVED, { body: JSON.stringify(body), headers: all });
  expect(await listWrongFlags(gateway.db)).toEqual([]);
  return reply;
}

let last = 0;
/** A person of its own in `count` businesses, in each with these matches. */
async function person(matches: object[], count = 1) {
  last += 10;
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(await sendPerson(gateway, { business: last + index, person: last, matches }));
  const id_persona = last;
  const decision = { id_persona, resolution: 'FALSE_POSITIVE', reason: 'homonym' };
  return { id_persona, ids, id: ids[0] ?? 0, decision };
}

const OFAC = (match_id: string, status?: string) => ({ list: 'OFAC', match_id, status });

async function isPending(id: number): Promise<unknown> {
  const path = `/api/v4/fiduciary/participant/detail?id=${id}`;
  const { text } = await sendV4(gateway, path, { method: 'GET' });
  return at(JSON.parse(text), 'data', 'participant', 'match_resolution_pending');
}

describe('POST /api/v4/fiduciary/person/matches/resolved', () => {
  it('200 decides on all that is pending, once, and answers what is left', async () => {
    const { id_persona, id, decision } = await person([OFAC('a'), OFAC('b', 'TRUE_MATCH')]);
    expect(await isPending(id)).toBe(true);
    const reviewer = { name: 'Irene', email: 'irene@example.test' };
    const reply = await resolve({ ...decision, note: 'Otra', reviewer, resolved_at: null });
    const data = (resolved: number) => ({
      data: {
        id_persona,
        resolved,
        pending: 0,
        participants: [{ id, match_resolution_pending: false }],
      },
      message: 'Matches resolution registered',
      success: true,
    });
    expect(reply).toMatchObject({ status: 200, text: JSON.stringify(data(1)) });
    expect(await listStates(gateway.db, id)).toEqual([
      'OFAC/a: false_positive',
      'OFAC/b: true_match',
    ]);
    expect(await listDecisions(gateway.db, id)).toEqual([
      {
        decision: 'false_positive',
        reason: 'homonym',
        note: 'Otra',
        reviewer: 'irene@example.test',
        supersedes: false,
      },
    ]);
    const before = await digestTables(gateway.db);
    const named = { ...decision, matches: [{ match_id: 'a' }] };
    expect(await resolve(named)).toMatchObject({ status: 200, text: JSON.stringify(data(0)) });
    expect(await digestTables(gateway.db)).toEqual(before);
  });

  it('200 decides in every business of the person, or in the one that is named', async () => {
    const { ids, decision } = await person([OFAC('a')], 3);
    const { rows } = await sql<{ id: number }>`
      select business_id::integer as id from participants where id = ${ids[1] ?? 0}
    `.execute(gateway.db);
    const one = await resolve({ ...decision, business_id: rows[0]?.id });
    expect(at(JSON.parse(one.text), 'data')).toMatchObject({
      resolved: 1,
      pending: 0,
      participants: [{ id: ids[1] }],
    });
    expect([await isPending(ids[0] ?? 0), await isPending(ids[1] ?? 0)]).toEqual([true, false]);
    const rest = await resolve(decision);
    expect(at(JSON.parse(rest.text), 'data')).toMatchObject({ resolved: 2, pending: 0 });
    const events = gateway.db.selectFrom('business_events').select('participant_id').orderBy('id');
    const told = await events.where('type', '=', 'matches_resolved').execute();
    expect(told.slice(-3).map((event) => event.participant_id)).toEqual([ids[1], ids[0], ids[2]]);
  });

  it('200 decides on the named ones, each for itself, and passes over what the true one leaves', async () => {
    const { id, decision } = await person([OFAC('a'), OFAC('b'), { list: 'ONU', match_id: 'a' }]);
    const matches = [
      { match_id: 'a', list: 'OFAC', resolution: 'TRUE_MATCH', reason: 'same_person' },
    ];
    const { text } = await resolve({ ...decision, matches });
    expect(at(JSON.parse(text), 'data')).toMatchObject({ resolved: 2, pending: 1 });
    expect(await listStates(gateway.db, id)).toEqual([
      'OFAC/a: true_match',
      'OFAC/b: skipped',
      'ONU/a: pending',
    ]);
    expect(await isPending(id)).toBe(true);
  });

  it('409 refuses another decision, and 200 reopens: nothing on record is changed', async () => {
    const { id, decision } = await person([OFAC('a')]);
    await resolve(decision);
    const other = { ...decision, resolution: 'TRUE_MATCH', reason: 'same_person' };
    const before = await digestTables(gateway.db);
    expect(await resolve(other)).toMatchObject(CONFLICT);
    expect(await resolve({ ...other, reopen: false })).toMatchObject(CONFLICT);
    expect(await digestTables(gateway.db)).toEqual(before);
    expect((await resolve({ ...other, reopen: true })).status).toBe(200);
    expect(await listStates(gateway.db, id)).toEqual(['OFAC/a: true_match']);
    expect(await listDecisions(gateway.db, id)).toMatchObject([
      { decision: 'false_positive', supersedes: false },
      { decision: 'true_match', supersedes: true },
    ]);
  });

  it('200 is what the rest of a decision answers when it is sent again, and changes nothing', async () => {
    const { id, decision } = await person([OFAC('a'), { list: 'ONU', match_id: 'b' }]);
    const found = { ...decision, resolution: 'TRUE_MATCH', reason: 'same_person' };
    await resolve({ ...found, matches: [{ match_id: 'a' }] });
    const first: unknown = JSON.parse((await resolve(decision)).text);
    expect(at(first, 'data')).toMatchObject({ resolved: 1, pending: 0 });
    const before = await digestTables(gateway.db);
    const again: unknown = JSON.parse((await resolve(decision)).text);
    expect(at(again, 'data')).toMatchObject({ resolved: 0, pending: 0 });
    expect(await digestTables(gateway.db)).toEqual(before);
    expect(await listStates(gateway.db, id)).toEqual([
      'OFAC/a: true_match',
      'ONU/b: false_positive',
    ]);
  });

  it('200 is not raised again by the same matches, and is by another', async () => {
    const { id_persona, id, decision } = await person([OFAC('a')]);
    await resolve(decision);
    const business = id_persona;
    await sendPerson(gateway, { business, person: id_persona, matches: [OFAC('a')] });
    expect(await isPending(id)).toBe(false);
    await sendPerson(gateway, { business, person: id_persona, matches: [OFAC('b')] });
    expect(await isPending(id)).toBe(true);
  });

  it('200 clears what is pending of a person of whom no match is known', async () => {
    const { db, service } = gateway;
    const made = await makeBusiness(db, service.serviceId, {
      participants: [{ personExternalId: 77_777, hasPendingMatches: true }],
    });
    const id = made.participantIds[0] ?? 0;
    const decision = { id_persona: 77_777, resolution: 'FALSE_POSITIVE', reason: 'homonym' };
    const first: unknown = JSON.parse((await resolve(decision)).text);
    expect(at(first, 'data')).toMatchObject({ resolved: 1, pending: 0 });
    expect(await isPending(id)).toBe(false);
    const before = await digestTables(db);
    const again: unknown = JSON.parse((await resolve(decision)).text);
    expect(at(again, 'data')).toMatchObject({ resolved: 0, pending: 0 });
    expect(await digestTables(db)).toEqual(before);
  });

  it('200 decides once what comes several times at once, and replays under the same key', async () => {
    const { id, decision } = await person([OFAC('a')], 2);
    const replies = await Promise.all([1, 2, 3, 4].map(async () => await resolve(decision)));
    const counts = replies.map((reply) => at(JSON.parse(reply.text), 'data', 'resolved'));
    expect(counts.filter((count) => count === 2)).toHaveLength(1);
    expect(counts.filter((count) => count === 0)).toHaveLength(3);
    expect(await listDecisions(gateway.db, id)).toHaveLength(1);
    const key = { 'idempotency-key': randomUUID() };
    const other = await person([OFAC('a')]);
    const first = await resolve(other.decision, key);
    const again = await resolve(other.decision, key);
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replay')).toBe('true');
  });

  it('200 decides nothing of another service, which has the very same ids', async () => {
    const { db } = gateway;
    const other = await createTestService(db, await createTestTokens(db));
    const { id_persona, decision } = await person([OFAC('a')]);
    const participant = { id_persona, tipo_per: 'FIS', nombre: 'Ana', matches: [OFAC('a')] };
    const sent = { id_negocio: id_persona, cod_negocio: 'F', participantes: [participant] };
    const path = '/api/v4/fiduciary/requests';
    await sendV4(gateway, path, { body: JSON.stringify(sent), headers: other.headers });
    const before = await digestTables(db, other.serviceId);
    await resolve({ ...decision, matches: [{ match_id: 'a' }] });
    expect(await digestTables(db, other.serviceId)).toEqual(before);
    const own = await resolve({ ...decision, reason: 'different_name' }, other.headers);
    expect(at(JSON.parse(own.text), 'data')).toMatchObject({ resolved: 1, pending: 0 });
    const unknown = { ...(await person([OFAC('a')])).decision, reopen: true };
    expect(await resolve(unknown, other.headers)).toMatchObject(INVALID_INPUT);
  });

  it('200 takes as many statements for many businesses as for two', async () => {
    const counts: number[] = [];
    for (const count of [2, 12]) {
      const { decision } = await person([OFAC('a'), OFAC('b')], count);
      gateway.statements.length = 0;
      await resolve(decision);
      counts.push(gateway.statements.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('200 leaves nothing of matches, notes and reviewers when the participant is deleted', async () => {
    const { id_persona, id, decision } = await person([OFAC('canario-1')]);
    const reviewer = { name: 'canario-2', email: 'canario-3@example.test' };
    await resolve({ ...decision, note: 'canario-4', reviewer });
    const { rows } = await sql<{ id: number }>`
      select business_id::integer as id from participants where id = ${id}
    `.execute(gateway.db);
    const path = `/api/v4/fiduciary/${rows[0]?.id}/complete`;
    expect((await sendV4(gateway, path, { body: '{"delete_mode":"all"}' })).status).toBe(200);
    expect(JSON.stringify(await dumpTables(gateway.db))).not.toContain('canario-');
    expect(await resolve({ ...decision, id_persona })).toMatchObject(INVALID_INPUT);
  });
});

describe('POST /api/v4/fiduciary/person/matches/resolved, refused', () => {
  it.each(NOT_AN_OBJECT)('400 refuses a body that is %s', async (_name, body) => {
    expect(await sendV4(gateway, RESOLVED, { body })).toMatchObject(INVALID_INPUT);
  });

  it.each<[string, object]>([
    ['no id_persona', { id_persona: undefined }],
    ['an unknown person', { id_persona: 999_999 }],
    ['a business that the person is not in', { business_id: 999_999 }],
    ['no resolution', { resolution: undefined }],
    ['SKIPPED, which nobody decides', { resolution: 'SKIPPED' }],
    ['a resolution in small letters', { resolution: 'false_positive' }],
    ['no reason', { reason: undefined }],
    ['another reason', { reason: 'because' }],
    ['the reason other without a note', { reason: 'other' }],
    ['the reason other with a short note', { reason: 'other', note: ' corta     ' }],
    ['a note of 2001 characters', { note: 'x'.repeat(2001) }],
    ['a note with U+0000', { note: 'a\0' }],
    ['no matches in the list of them', { matches: [] }],
    ['a match that is not known', { matches: [{ match_id: 'a' }, { match_id: 'z' }] }],
    ['a match of another list', { matches: [{ match_id: 'a', list: 'ONU' }] }],
    ['a match id that is a number', { matches: [{ match_id: 1 }] }],
    ['other without a note in one match', { matches: [{ match_id: 'a', reason: 'other' }] }],
    ['201 matches', { matches: Array.from({ length: 201 }, () => ({ match_id: 'a' })) }],
    ['a reviewer that is text', { reviewer: 'Irene' }],
    ['an instant that is none', { resolved_at: '2026-02-30T00:00:00Z' }],
    ['an instant in the year 0', { resolved_at: '0001-01-01T00:00:00+00:01' }],
    ['an instant after the year 9999', { resolved_at: '9999-12-31T23:59:59-00:01' }],
    ['an instant without an offset', { resolved_at: '2026-02-03T00:00:00' }],
    ['reopen that is text', { reopen: 'true' }],
  ])('400 refuses %s and decides nothing', async (_name, fields) => {
    const { decision } = await person([OFAC('a')]);
    const before = await digestTables(gateway.db);
    expect(await resolve({ ...decision, ...fields })).toMatchObject(INVALID_INPUT);
    expect(await digestTables(gateway.db)).toEqual(before);
  });

  it.each<[string, unknown]>([
    ['no list', [{ match_id: 'a' }]],
    ['an empty id', [{ list: 'OFAC', match_id: '' }]],
    ['an id of 201 characters', [{ list: 'OFAC', match_id: 'x'.repeat(201) }]],
    ['an unknown status', [{ list: 'OFAC', match_id: 'a', status: 'pending' }]],
    ['text', 'a'],
    ['1001', Array.from({ length: 1001 }, (_, index) => OFAC(`${index}`))],
  ])('400 refuses matches of a participant: %s', async (_name, matches) => {
    const participant = { id_persona: 5, tipo_per: 'FIS', nombre: 'Ana', matches };
    const body = { id_negocio: 5, cod_negocio: 'F', participantes: [participant] };
    const path = '/api/v4/fiduciary/requests';
    const reply = await sendV4(gateway, path, { body: JSON.stringify(body) });
    expect(reply).toMatchObject(INVALID_INPUT);
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59+14:00', '1900-01-01T00:00:00-12:00'])(
    'never fails for the instant %s',
    async (resolved_at) => {
      const { decision } = await person([OFAC('a')]);
      expect((await resolve({ ...decision, resolved_at })).status).toBeLessThan(500);
    },
  );
});
