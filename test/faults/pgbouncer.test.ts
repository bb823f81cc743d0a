import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSampleSender, makeFileTarget } from '../contract/file-target.ts';
import { listSamples } from '../contract/samples.ts';
import { useDatabase } from '../support/database.ts';
import { makeBusiness, makeReceipt, makeTemplate } from '../support/factories.ts';
import { at } from '../support/graphql.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';
import { type Bouncer, findPgbouncer, startPgbouncer } from '../support/pgbouncer.ts';

const version = findPgbouncer();
if (version === undefined) console.log('No pgbouncer is installed here: nothing ran behind one.');

describe.skipIf(version === undefined)(`behind pgbouncer ${version} in transaction mode`, () => {
  const database = useDatabase();
  let bouncer: Bouncer;
  let gateway: OpenGateway;
  beforeAll(async () => {
    bouncer = await startPgbouncer(database.url);
    gateway = await openGateway(bouncer.url, { NAMED_STATEMENTS: 'off' });
  });
  afterAll(async () => {
    await gateway.close();
    await bouncer.stop();
  });

  it('every operation of both wires is answered, many at once on two connections', async () => {
    const { serviceId, userId, email, headers } = gateway.service;
    await makeTemplate(gateway.db, serviceId, { key: 'kyc', questions: ['q1'] });
    const sendOne = createSampleSender(gateway.url, headers);
    const send = async ([name, sample]: ReturnType<typeof listSamples>[number]) => {
      const made = await makeBusiness(gateway.db, serviceId, {
        participants: [{ documents: [['INE', 1]] }],
      });
      const [participantId = 0] = made.participantIds;
      const receiptId = await makeReceipt(gateway.db, serviceId);
      const personId = 500_000 + participantId;
      const ids = { businessId: made.id, participantId, personId, receiptId, userId };
      const fileTarget =
        sample.needsFile === true
          ? await makeFileTarget(participantId, sendOne)
          : { fileId: 0, readPath: '', writePath: '' };
      const { method, path, body } = sample.request({ ...ids, email, ...fileTarget });
      const reply = await sendOne(method, path, body);
      const isAnswered = at(reply, 'errors') === undefined && at(reply, 'success') !== false;
      return isAnswered ? undefined : [name, reply];
    };
    for (let round = 0; round < 3; round += 1) {
      const failed = await Promise.all(listSamples().map(send));
      expect(failed.filter((one) => one !== undefined)).toEqual([]);
    }
  });
});
