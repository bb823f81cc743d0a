import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../../../src/db/client.ts';
import { makeDocumentTarget, NO_DOCUMENT } from '../../integration/contract/document-target.ts';
import { createSampleSender, makeFileTarget } from '../../integration/contract/file-target.ts';
import { listSamples } from '../../integration/contract/samples.ts';
import { makeReportTarget, NO_REPORT } from '../../integration/contract/socioeconomic-target.ts';
import { makeWebhookTarget } from '../../integration/contract/webhook-target.ts';
import { at } from '../../support/clients/graphql.ts';
import { sendAsKey } from '../../support/clients/send-as-key.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { makeBusiness, makeReceipt, makeTemplate } from '../../support/data/factories.ts';
import { makeScreening } from '../../support/data/make-screening.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type Bouncer, findPgbouncer, startPgbouncer } from '../../support/database/pgbouncer.ts';
import { servedUrlOf } from '../../support/database/served-url.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
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
    const { serviceId, userId, email, headers } = gateway.service;
    await makeTemplate(gateway.db, serviceId, { key: 'kyc', questions: ['q1'] });
    const sendOne = createSampleSender(gateway.url, headers);
    const ask = async (query: string) => await sendOne('POST', '/graphql', { query });
    const webhook = await makeWebhookTarget(gateway.db, serviceId, ask);
    const send = async ([name, sample]: ReturnType<typeof listSamples>[number]) => {
      const made = await makeBusiness(gateway.db, serviceId, {
        participants: [{ documents: [['INE', 1]] }],
      });
      const [participantId = 0] = made.participantIds;
      const receiptId = await makeReceipt(gateway.db, serviceId);
      const personId = 500_000 + participantId;
      const { userId: colleagueId } = await addTestUser(gateway.db, serviceId);
      const ids = { businessId: made.id, participantId, personId, receiptId, userId, colleagueId };
      const fileTarget =
        sample.needsFile === true
          ? await makeFileTarget(participantId, sendOne)
          : { fileId: 0, readPath: '', writePath: '' };
      const document =
        sample.needsDocument === true
          ? await makeDocumentTarget(participantId, sendOne)
          : NO_DOCUMENT;
      const { id: screeningId } = await makeScreening(gateway.db, serviceId);
      const report =
        sample.needsReport === true ? await makeReportTarget(participantId, ask) : NO_REPORT;
      const targets = { ...fileTarget, ...document, ...webhook, ...report, screeningId };
      const request = sample.request({ ...ids, email, ...targets });
      const reply = sample.isForKeys
        ? await sendAsKey(gateway, request)
        : await sendOne(request.method, request.path, request.body);
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
      await run("deallocate s2; prepare s2 (integer) as select 'one' as name, $1 as value");
      expect(await run('select $1::integer as value', 1)).toEqual([{ name: 'one', value: 1 }]);
    });
    await db.destroy();
  });
});
