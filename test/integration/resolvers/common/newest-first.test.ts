import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRequestContext, type RequestContext } from '../../../../src/context.ts';
import { RECORDED_MODES } from '../../../../src/domain/business/completion.ts';
import { AUDIT_ACTIONS } from '../../../../src/domain/events/audit-event.ts';
import type { Connection } from '../../../../src/domain/shared/page.ts';
import { listAuditEvents } from '../../../../src/resolvers/audit/list-audit-events.ts';
import type { PageInput } from '../../../../src/resolvers/common/paging.ts';
import { listDeletionReceipts } from '../../../../src/resolvers/receipts/list-deletion-receipts.ts';
import { type Random, repeatRandomly } from '../../../support/data/random.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';
import { walk } from '../../../support/probes/walk.ts';

/** A record as both lists have it, and what a filter asks of it. */
type Known = { id: number; at: Date; businessId: number; userId: number; what: string };
type Wish = { [K in 'businessId' | 'userId' | 'what']?: Known[K] } & { since?: Date; until?: Date };

const START = Date.UTC(2026, 4, 1);
/** Few different ones, so that many are equal. */
const timeOf = (random: Random): Date => new Date(START + random.below(6));

const database = useDatabase();
let service: TestService;
let ctx: RequestContext;

beforeAll(async () => {
  const tokens = await createTestTokens(database.db);
  for (let index = 0; index < 2; index += 1) await createTestService(database.db, tokens);
});
beforeEach(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
  ctx = await createTestContext(database.db, service);
  await sql`delete from audit_events`.execute(database.db);
});

function passes(one: Known, { since, until, ...wish }: Wish): boolean {
  const { businessId = one.businessId, userId = one.userId, what = one.what } = wish;
  const isMeant = one.businessId === businessId && one.userId === userId && one.what === what;
  return isMeant && one.at >= (since ?? one.at) && (until === undefined || one.at < until);
}

function wishOf(random: Random, words: readonly [string, ...string[]]): Wish {
  const perhaps = <T>(value: T): T | undefined => random.pick([undefined, undefined, value]);
  const wish = {
    businessId: perhaps(1 + random.below(3)),
    userId: perhaps(1 + random.below(2)),
    what: perhaps(random.pick(words)),
    since: perhaps(timeOf(random)),
    until: perhaps(timeOf(random)),
  };
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
}

function newestFirst(all: readonly Known[]): number[] {
  const sorted = all.toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id);
  return sorted.map((one) => one.id);
}

const MODES = RECORDED_MODES;
const makeReceipt = async ({ id, at, businessId, userId, what }: Known): Promise<void> => {
  await sql`
    insert into deletion_receipts (service_id, id, business_id, delete_mode, deleted_participant_count,
      deleted_document_count, business_deleted, completed_by_user_id, completed_at, digest)
    values (${service.serviceId}, ${id}, ${businessId}, ${what}, 1, 1, false, ${userId}, ${at}, '')
  `.execute(database.db);
};
const makeEvent = async ({ id, at, businessId, userId, what }: Known): Promise<void> => {
  await sql`
    insert into audit_events (service_id, id, occurred_at, action, user_id, business_id, details)
    overriding system value
    values (${service.serviceId}, ${id}, ${at}, ${what}, ${userId}, ${businessId}, '{}')
  `.execute(database.db);
};

const readReceipts = async (wish: Wish, page: PageInput): Promise<Connection<{ id: number }>> => {
  const deleteMode = MODES.find((one) => one === wish.what);
  const { businessId: businessDatabaseId, userId: completedByUserId } = wish;
  const { since: completedSince, until: completedBefore } = wish;
  const who = { businessDatabaseId, completedByUserId, deleteMode };
  const filter = { ...who, completedSince, completedBefore };
  return await listDeletionReceipts(ctx, { ...page, filter });
};
const readEvents = async (wish: Wish, page: PageInput): Promise<Connection<{ id: number }>> => {
  const action = AUDIT_ACTIONS.find((one) => one === wish.what);
  const { businessId: businessDatabaseId, userId } = wish;
  const { since: occurredSince, until: occurredBefore } = wish;
  const filter = { businessDatabaseId, userId, action, occurredSince, occurredBefore };
  return await listAuditEvents(ctx, { ...page, filter });
};

const EVENT_WORDS = ['business_upserted', 'file_uploaded', 'matches_resolved'] as const;

describe.each([
  ['receipts', { words: MODES, make: makeReceipt, read: readReceipts }],
  ['audit events', { words: EVENT_WORDS, make: makeEvent, read: readEvents }],
] as const)('the list of %s', (_name, { words, make, read }) => {
  it('has each that passes once, the newest first, from either end, and more may come meanwhile', async () => {
    let nextId = 1;
    const known: Known[] = [];
    const add = async (random: Random, at: Date): Promise<void> => {
      const [businessId, userId] = [1 + random.below(3), 1 + random.below(2)];
      const one = { id: nextId++, at, businessId, userId, what: random.pick([...words]) };
      await make(one);
      known.push(one);
    };
    let found = 0;
    await repeatRandomly(async (random) => {
      for (let count = 0; count < 8; count += 1) await add(random, timeOf(random));
      const wish = wishOf(random, [...words]);
      const expected = newestFirst(known.filter((one) => passes(one, wish)));
      const walked = {
        read: async (page: PageInput) => await read(wish, page),
        random,
        sizeMax: 7,
      };
      expect(await walk({ ...walked, from: 'start' })).toEqual(expected);
      expect(await walk({ ...walked, from: 'end' })).toEqual(expected);
      // What is newer than all comes before the walk and changes nothing of it.
      const between = async () => await add(random, new Date(START + 60_000));
      const now = await walk({ ...walked, from: 'start', between });
      expect(now.filter((id) => expected.includes(id))).toEqual(expected);
      found += expected.length;
    });
    expect(found).toBeGreaterThan(0);
  });

  it('takes no cursor of another service, nor of another list', async () => {
    const at = new Date(START);
    await make({ id: 1, at, businessId: 1, userId: 1, what: words[0] });
    const [edge] = (await read({}, {})).edges;
    const after = edge?.cursor ?? '';
    expect((await read({}, { after })).edges).toEqual([]);
    const foreign = createRequestContext({ ...ctx, caller: { ...service.caller, serviceId: 1 } });
    const others = [
      async () => await listDeletionReceipts(foreign, { after }),
      async () => await listAuditEvents(foreign, { after }),
      async () =>
        read === readEvents
          ? await listDeletionReceipts(ctx, { after })
          : await listAuditEvents(ctx, { after }),
    ];
    for (const other of others)
      await expect(other()).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
