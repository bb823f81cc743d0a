import { makeWorkbook } from '../archive.ts';
import type { Attack, Target } from '../attack.ts';
import { JSON_CONTENT } from '../headers.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { read } from '../read.ts';
import { post, times } from '../send.ts';
import { formHeaders, formOf, sendForms, UPLOAD_PATH } from '../upload.ts';

const MB = 1_000_000;

/** What is dear to look at, and what is read over and over. */
export const files: Attack[] = [
  {
    name: 'uploads-json',
    sends: '40 uploads of 5 MB in JSON at once, heap of 512 MB',
    heapMb: 512,
    run: async (target) => {
      const content_base64 = Buffer.alloc(5 * MB, 'a,b\n').toString('base64');
      const body = JSON.stringify({ filename: 'datos.csv', content_base64 });
      const sent = { url: target.url, path: UPLOAD_PATH, body };
      const headers = { ...target.headers, ...JSON_CONTENT };
      return countOutcomes(
        await times({ count: 40, width: 40 }, async () => (await post({ ...sent, headers })).text),
      );
    },
  },
  {
    name: 'workbooks',
    sends: '16 uploads at once of a workbook that unpacks to 190 MB, heap of 512 MB',
    heapMb: 512,
    run: async (target) =>
      await sendForms(target, 16, { name: 'libro.xlsx', bytes: makeWorkbook(190 * MB) }),
  },
  {
    name: 'slow-texts',
    sends: '16 uploads at once of 5 MB of XML that is slow to search, heap of 512 MB',
    heapMb: 512,
    run: async (target) => {
      const start = '<?xml version="1.0"?><a>';
      const slow = `xmlns='${'xmlns'.repeat(60)}`;
      const bytes = Buffer.from(start + slow.repeat((5 * MB) / slow.length));
      return await sendForms(target, 16, { name: 'datos.xml', bytes });
    },
  },
  {
    name: 'downloads',
    sends: '200 downloads at once of a file of 20 MB, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await download(target, 200),
  },
];

async function download(target: Target, count: number): Promise<Outcomes> {
  const { url } = target;
  const uploaded = await fetch(`${url}${UPLOAD_PATH}`, {
    method: 'POST',
    headers: formHeaders(target),
    body: new Uint8Array(formOf({ name: 'datos.csv', bytes: Buffer.alloc(20 * MB, 'a,b\n') })),
  });
  const fileId = /"file_id":(\d+)/.exec(await uploaded.text())?.[1] ?? '';
  const path = `/api/v4/file/${fileId}`;
  return countOutcomes(await times({ count, width: count }, async () => await read(target, path)));
}
