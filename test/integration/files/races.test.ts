import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { download, listStored, makePdf, upload } from '../../support/data/files.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { countDeletions } from '../../support/gateway/jobs.ts';
import { expectNoFault } from '../../support/probes/no-fault.ts';

const gateway = useGateway({ DATABASE_POOL_SIZE: '10' });
const ROUNDS = 3;
/** Few contents, so that files share their bytes. */
const CONTENTS = [makePdf(3000, 'uno'), makePdf(3000, 'dos'), makePdf(3000, 'tres')];

const CREATE = `mutation ($business: SafeInt!) { createFileUpload(input: { fileName: "a.pdf",
  mediaType: "application/pdf", byteCount: 3000, business: { databaseId: $business } }) {
  __typename ... on CreateFileUploadPayload { uploadUrl file { databaseId } } } }`;
const COMPLETE = `mutation ($file: SafeInt!) { completeFileUpload(input: { file: { databaseId: $file } }) {
  __typename } }`;
const ATTACH = `mutation ($participant: SafeInt!, $file: SafeInt!) { attachDocument(input: {
  participant: { databaseId: $participant }, typeCode: "INE", downloadId: $file }) { __typename } }`;

type Place = { business: number; participant: number };

function contentOf(index: number): Buffer<ArrayBuffer> {
  return CONTENTS[index % CONTENTS.length] ?? makePdf();
}

async function makePlace(): Promise<Place> {
  const { db, service } = gateway;
  const made = await makeBusiness(db, service.serviceId, {
    participants: [{ documents: [['INE', null]] }],
  });
  return { business: made.id, participant: made.participantIds[0] ?? 0 };
}

/** Announces a file, sends its bytes twice at once and completes it meanwhile, then attaches it. */
async function goTheLongWay({ business, participant }: Place, index: number): Promise<void> {
  const announced = at(dataOf(await gateway.graphql(CREATE, { business })), 'createFileUpload');
  // The business may be gone by now.
  if (at(announced, '__typename') !== 'CreateFileUploadPayload') return;
  const file = Number(at(announced, 'file', 'databaseId'));
  const url = `${gateway.url}${String(at(announced, 'uploadUrl'))}`;
  const put = async (of: number) => {
    const { status } = await fetch(url, { method: 'PUT', body: contentOf(of) });
    expect([200, 404, 409]).toContain(status);
  };
  await Promise.all([put(index), put(index + 1), gateway.graphql(COMPLETE, { file })]);
  await gateway.graphql(COMPLETE, { file });
  await gateway.graphql(ATTACH, { participant, file });
}

async function goTheShortWay({ participant }: Place, index: number): Promise<void> {
  const fields = { participant_id: `${participant}`, cod_tipo_docto: 'INE' };
  const { status, body } = await upload(gateway, { bytes: contentOf(index), fields });
  expect([200, 400]).toContain(status);
  const path = `/api/v4/file/${String(at(body, 'data', 'file_id'))}`;
  // Of what was refused there is no id to ask for.
  const allowed = status === 200 ? [200, 404] : [400];
  expect(allowed).toContain((await download(gateway, path)).status);
}

async function erase({ business }: Place, delete_mode: string): Promise<void> {
  const path = `/api/v4/fiduciary/${business}/complete`;
  expect((await gateway.request('POST', path, { body: { delete_mode } })).status).toBe(200);
}

/** Every file that is left can be downloaded, and the store holds nothing else. */
async function expectWhole(): Promise<void> {
  const { db } = gateway;
  const countWaiting = async () => await countDeletions(db);
  await expect.poll(countWaiting, { interval: 20 }).toBe(0);
  const rows = await db.selectFrom('files').select(['id', 'state', 'storage_key']).execute();
  const needed = rows.flatMap((one) => one.storage_key?.replace('/', '-') ?? []);
  const stored = await listStored(gateway.filesFolder);
  expect(new Set(stored.map((path) => basename(path)))).toEqual(new Set(needed));
  for (const { id } of rows.filter((one) => one.state === 'available')) {
    const found = await download(gateway, `/api/v4/file/${id}`);
    expect(found.status).toBe(200);
    expect(CONTENTS.some((one) => one.equals(found.bytes))).toBe(true);
  }
  for (const path of stored) expect((await readFile(path)).length).toBe(3016);
}

it('files that are sent, attached, downloaded and deleted at once are whole or gone', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const places = [await makePlace(), await makePlace(), await makePlace()];
    await Promise.all(
      places.flatMap((place, index) => [
        goTheLongWay(place, index),
        goTheShortWay(place, index),
        goTheShortWay(place, index + 1),
        upload(gateway, { bytes: contentOf(round) }),
        ...(index === 0
          ? []
          : [goTheShortWay(place, index).then(async () => await erase(place, ''))]),
        ...(index === 2 ? [erase(place, 'all'), erase(place, 'all')] : []),
      ]),
    );
    await expectWhole();
    for (const place of places) await erase(place, 'all');
    await expectWhole();
  }
  const keys = gateway.db.selectFrom('data_keys').select('business_id').execute();
  expect(await keys).toEqual([{ business_id: null }]);
  await expectNoFault(gateway);
});
