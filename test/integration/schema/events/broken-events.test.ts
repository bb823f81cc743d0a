import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenIssuer } from '../../../../src/auth/tokens.ts';
import { type EventStream, openEventStream } from '../../../support/clients/event-client.ts';
import { at } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { recordEvent } from '../../../support/data/record-event.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { startNode } from '../../../support/gateway/event-nodes.ts';

const database = useDatabase();
let tokens: TokenIssuer;
let ours: TestService;
let businessId = 0;

beforeEach(async () => {
  tokens = await createTestTokens(database.db);
  ours = await createTestService(database.db, tokens);
  ({ id: businessId } = await makeBusiness(database.db, ours.serviceId, {
    code: 'F/1',
    participants: [{ documents: [['INE', 7]] }],
  }));
});

async function change(): Promise<void> {
  const { serviceId } = ours;
  const event = { serviceId, type: 'business_upserted', businessId, created: false } as const;
  await recordEvent(database.db, { ...event, receiptId: null });
}

const CODES = `subscription { businessEvents { ... on BusinessUpsertedEvent { business { code
  participants { nodes { documents { typeCode file { name } } } } } } } }`;

async function subscribe(url: string, query: string, lastEventId?: string): Promise<EventStream> {
  return await openEventStream(url, { headers: ours.headers, query, lastEventId });
}

describe('an event whose fields cannot be read', () => {
  it.each(['businesses', 'documents'])(
    'for want of the table %s is not given, nor its id, and is given to who comes back',
    async (table) => {
      const { url } = await startNode(database.url);
      const stream = await subscribe(url, CODES);
      const start = await stream.block();
      await change();
      expect(at(await stream.next(), 'data', 'data', 'businessEvents', 'business', 'code')).toBe(
        'F/1',
      );
      const got = stream.lastId();
      await sql`alter table ${sql.table(table)} rename to gone`.execute(database.db);
      await change();
      expect(await stream.block()).toBeUndefined();
      expect([stream.response.complete, stream.lastId()]).toEqual([true, got]);
      await sql`alter table gone rename to ${sql.table(table)}`.execute(database.db);
      const again = await subscribe(url, CODES, got);
      const block = await again.next();
      expect(at(block, 'data', 'errors')).toBeUndefined();
      expect(at(block, 'data', 'data', 'businessEvents', 'business', 'code')).toBe('F/1');
      expect(block?.id).not.toBe(start?.id);
    },
  );

  it('for want of a scope is given with its id and what the caller may not have', async () => {
    const { url } = await startNode(database.url);
    const scopes = new Set(['business:read'] as const);
    const { accessToken } = await tokens.issue({ ...ours.caller, scopes });
    ours.headers.authorization = `Bearer ${accessToken}`;
    const stream = await subscribe(url, CODES);
    await stream.block();
    await change();
    const block = await stream.next();
    expect(block?.id).toBeDefined();
    expect(at(block, 'data', 'errors', 0, 'extensions', 'code')).toBe('NOT_AUTHORIZED');
    expect(at(block, 'data', 'data', 'businessEvents', 'business', 'code')).toBe('F/1');
  });
});
