import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendV4 } from '../../support/clients/v4.ts';
import { type MadeBusiness, makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { dumpTables } from '../../support/database/tables.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
let business: MadeBusiness;

beforeAll(async () => {
  const { db, service } = gateway;
  business = await makeBusiness(db, service.serviceId, { participants: [{ name: 'Ana' }] });
  await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
});

/** While `work` runs, every statement on the table fails in PostgreSQL. */
async function withoutTable<T>(table: string, work: () => Promise<T>): Promise<T> {
  await rename(table, 'out_of_reach');
  try {
    return await work();
  } finally {
    await rename('out_of_reach', table);
  }
}

async function rename(from: string, to: string): Promise<void> {
  await sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`.execute(gateway.db);
}

function serverError(message: string) {
  const text = `{"data":{},"message":"${message}","success":false,"code_message":"server_error"}`;
  return { status: 500, text };
}

/** Each operation that changes something, and the last thing that it writes. */
const WRITES = [
  [
    'the token',
    '/api/v4/auth/token',
    () => ({ email: gateway.service.email }),
    () => gateway.service.keyHeaders,
  ],
  [
    'the completion',
    () => `/api/v4/fiduciary/${business.id}/complete`,
    () => ({}),
    () => gateway.service.headers,
  ],
  [
    'the import',
    '/api/v4/quiz/answers/import/api',
    () => ({
      user_id: gateway.service.userId,
      templates: ['kyc'],
      answers: [{ question: 'q1', answer: 'uno' }],
    }),
    () => gateway.service.headers,
  ],
] as const;

describe('a failure inside', () => {
  it('500 of the business detail says so, with no inner name', async () => {
    const path = `/api/v4/business/detail?id=${business.id}`;
    const reply = await withoutTable(
      'documents',
      async () => await sendV4(gateway, path, { method: 'GET' }),
    );
    expect(reply).toMatchObject(serverError('Error fetching business detail'));
    expect((await sendV4(gateway, path, { method: 'GET' })).status).toBe(200);
  });

  it.each(WRITES)(
    '500 is the answer of %s, which is undone when its audit row cannot be written',
    async (_name, path, body, headers) => {
      const send = async () =>
        await sendV4(gateway, typeof path === 'string' ? path : path(), {
          body: JSON.stringify(body()),
          headers: headers(),
        });
      const before = await dumpTables(gateway.db);
      const reply = await withoutTable('audit_events', send);
      expect(reply).toMatchObject(serverError('Server error'));
      expect(await dumpTables(gateway.db)).toEqual(before);
      expect((await send()).status).toBe(200);
      expect(await dumpTables(gateway.db)).not.toEqual(before);
    },
  );

  it('500 is logged with its PostgreSQL code and without the message', async () => {
    const path = `/api/v4/business/detail?id=${business.id}`;
    await withoutTable('participants', async () => await sendV4(gateway, path, { method: 'GET' }));
    const line = gateway.logs.split('\n').findLast((one) => one.includes('a v4 request failed'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ err: { code: '42P01' } });
    expect(line).not.toContain('relation');
  });
});
