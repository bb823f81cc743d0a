import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDownloader } from '../../../src/adapters/downloads/downloader.ts';
import { createRefreshListsTask } from '../../../src/jobs/tasks/refresh-lists.ts';
import { readSigned } from '../../support/clients/webhook-signature.ts';
import { useWebhooks } from '../../support/clients/webhooks.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import {
  listRaised,
  makeSystemContext,
  screenAll,
  switchOn,
} from '../../support/data/living-screening.ts';
import { makeSat69List } from '../../support/data/sat-lists.ts';
import { chooseTemporaryFolder } from '../../support/database/temporary-folder.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { FETCHING } from '../../support/gateway/fetching.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const webhooks = useWebhooks();
const authority = useWebhookReceiver();
const receiver = useWebhookReceiver();
const { TMPDIR: before } = process.env;
let folder = '';

const [LISTED, NEW] = ['CIE150318QX5', 'TIM990101AB1'];
const NAME = 'TRANSPORTES IMPERMEABLES DE PUEBLA';

beforeAll(async () => {
  folder = await mkdtemp(join(chooseTemporaryFolder(), 'refresh-'));
  process.env['TMPDIR'] = folder;
});

afterAll(async () => {
  process.env['TMPDIR'] = before;
  await rm(folder, { recursive: true });
});

/** The routine as it is due on a day. */
async function refresh(day: string): Promise<void> {
  const pool = createTestPool(webhooks.url);
  const task = createRefreshListsTask({
    pool,
    download: createDownloader(FETCHING),
    sources: [{ source: 'sat69-exigibles', urls: [authority.url('/69.csv')] }],
    everyHours: 24,
    now: () => new Date(day),
  });
  expect(await task.run(makeSystemContext(webhooks.db, 0), {})).toBe('done');
  await pool.end();
}

it('a list that is fetched is compared with everybody, and the service’s endpoint is told', async () => {
  const { db, service } = webhooks;
  await switchOn(db, service.serviceId);
  const { id, secret } = await webhooks.add(receiver.url(), ['matches_found']);
  const participants = [{ personExternalId: 1, personType: 'legal' as const, name: NAME }];
  await makeBusiness(db, service.serviceId, { participants });
  const rows: [string, string][] = [[LISTED, 'COMERCIALIZADORA IMAGINARIA']];
  authority.answer = (response) => void response.writeHead(200).end(makeSat69List(rows));
  await refresh('2098-01-01T00:00:00Z');
  await screenAll(db, service.serviceId);
  expect(await listRaised(db, service.serviceId)).toEqual([]);

  rows.push([NEW, `${NAME} SA DE CV`]);
  await refresh('2099-01-03T00:00:00Z');
  await screenAll(db, service.serviceId);
  expect(await listRaised(db, service.serviceId)).toEqual([
    `1 sat69-exigibles/${NEW}: pending found`,
  ]);
  await webhooks.fanOut();
  await webhooks.deliver(id);
  expect(receiver.received).toHaveLength(1);
  expect(readSigned(receiver.received[0], secret)).toMatchObject({ type: 'matches.found' });
});
