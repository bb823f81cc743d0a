import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../../src/db/client.ts';
import { createSampleSender } from '../../integration/contract/file-target.ts';
import { makeTargetOf } from '../../integration/contract/make-target.ts';
import { listSamples } from '../../integration/contract/samples.ts';
import { makeWebhookTarget } from '../../integration/contract/webhook-target.ts';
import { at } from '../../support/clients/graphql.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { makeTemplate } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type Bouncer, findPgbouncer, startPgbouncer } from '../../support/database/pgbouncer.ts';
import { servedUrlOf } from '../../support/database/served-url.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';

const version = findPgbouncer();
if (version === undefined) console.log('No pgbouncer is installed here: nothing ran behind one.');

describe.skipIf(version === undefined)(`behind pgbouncer ${version} in transaction mode`, () => {
  const database = useDatabase();
  let bouncer: Bouncer;
  let gateway: OpenGateway;
  beforeAll(async () => {
    bouncer = await startPgbouncer(servedUrlOf(database.url));
    await addDemoLists(database.url);
    gateway = await openGateway(database.url, {
      DATABASE_URL: bouncer.url,
      NAMED_STATEMENTS: 'off',
    });
  });
  afterAll(async () => {
    await gateway.close();
    await bouncer.stop();
  });

  it('every operation of both wires is answered, many at once on two connections', async () => {
    const { service, url } = gateway;
    await makeTemplate(gateway.db, service.serviceId, { key: 'kyc', questions: ['q1'] });
    const sendOne = createSampleSender(url, service.headers);
    const sendAsKey = createSampleSender(url, service.keyHeaders);
    const ask = async (query: string) => await sendOne('POST', '/graphql', { query });
    // One for all samples: a service has ten endpoints at most.
    const webhook = await makeWebhookTarget(gateway.db, service.serviceId, ask);
    const send = async ([name, sample]: ReturnType<typeof listSamples>[number]) => {
      const target = await makeTargetOf(gateway, { ...sample, needsWebhook: false });
      const { method, path, body } = sample.request({ ...target, ...webhook });
      const reply = await (sample.isForKeys ? sendAsKey : sendOne)(method, path, body);
      const isAnswered = at(reply, 'errors') === undefined && at(reply, 'success') !== false;
      return isAnswered ? undefined : [name, reply];
    };
    for (let round = 0; round < 3; round += 1) {
      const failed = await Promise.all(listSamples().map(send));
      expect(failed.filter((one) => one !== undefined)).toEqual([]);
    }
    // Three rounds of every operation; documents are read in some.
  });

  it('a named statement is read by the columns that it has now, should another server have parsed it', async () => {
    const db = createDb(createTestPool(bouncer.url));
    await db.transaction().execute(async (tx) => {
      const run = async (text: string, ...values: unknown[]) => {
        const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
        return rows;
      };
      for (let turn = 0; turn < 3; turn += 1)
        expect(await run('select $1::integer as value', 1)).toEqual([{ value: 1 }]);
      const { rows } = await sql<{ name: string }>`
        select name from pg_prepared_statements where statement = 'select $1::integer as value'`.execute(
        tx,
      );
      const name = rows[0]?.name ?? '';
      await run(
        `deallocate ${name}; prepare ${name} (integer) as select 'one' as name, $1 as value`,
      );
      expect(await run('select $1::integer as value', 1)).toEqual([{ name: 'one', value: 1 }]);
    });
    await db.destroy();
  });
});
