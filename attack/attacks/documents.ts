import { crc32, deflateSync } from 'node:zlib';
import type { Attack, Target } from '../attack.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { post, repeat } from '../send.ts';
import { formHeaders, formOf } from '../upload.ts';

const EXTRACT_PATH = '/api/v4/document/extract';
const SECONDS = 20;

/** Documents that take long to read, each sent to be read at once. */
export const documents: Attack[] = [
  {
    name: 'extractions',
    sends: `a PDF of 2 MB of text to be read over and over, 16 at once, for ${SECONDS} s, heap of 512 MB`,
    heapMb: 512,
    run: async (target) =>
      await extract(target, { name: 'acta.pdf', bytes: makeTextPdf(40, 50_000) }),
  },
  {
    name: 'extractions-packed',
    sends: `a PDF of 0.3 MB that unpacks to 100 MB of text the same way, heap of 512 MB`,
    heapMb: 512,
    run: async (target) =>
      await extract(target, { name: 'acta.pdf', bytes: makeTextPdf(100, 1_000_000, deflateSync) }),
  },
  {
    name: 'extractions-xml',
    sends: `an invoice of 2 MB of elements the same way, heap of 512 MB`,
    heapMb: 512,
    run: async (target) => {
      const start =
        '<?xml version="1.0"?><cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4">';
      const inner = '<a b="c"/>'.repeat(190_000);
      const bytes = Buffer.from(`${start}${inner}</cfdi:Comprobante>`);
      return await extract(target, { name: 'factura.xml', bytes });
    },
  },
  {
    name: 'extractions-endless',
    sends: `a PDF of 8 kB whose page takes a reader longer than it may the same way, heap of 512 MB`,
    heapMb: 512,
    run: async (target) => {
      const bytes = joinPages(
        [deflateSync(Buffer.from('q '.repeat(2_000_000)))],
        '/Filter/FlateDecode',
      );
      return await extract(target, { name: 'acta.pdf', bytes });
    },
  },
  {
    name: 'extractions-pictures',
    sends: `a picture of 3 million dots of noise the same way, heap of 512 MB`,
    heapMb: 512,
    run: async (target) => await extract(target, { name: 'credencial.png', bytes: makeNoise() }),
  },
];

async function extract(
  target: Target,
  file: { name: string; bytes: Uint8Array },
): Promise<Outcomes> {
  const sent = { url: target.url, path: EXTRACT_PATH, body: formOf(file) };
  const headers = formHeaders(target);
  const send = async (): Promise<string> => (await post({ ...sent, headers })).text;
  return countOutcomes(await repeat({ seconds: SECONDS, width: 16 }, send));
}

/** So many pages of so many bytes of text each. */
function makeTextPdf(pages: number, bytesOfPage: number, pack?: (bytes: Buffer) => Buffer): Buffer {
  const line = '(Constancia de Situacion Fiscal AICR850612AB1) Tj 0 -10 Td\n';
  const text = Buffer.from(`BT /F1 8 Tf 20 780 Td\n${line.repeat(bytesOfPage / line.length)}ET`);
  const stream = pack?.(text) ?? text;
  const filter = pack === undefined ? '' : '/Filter/FlateDecode';
  return joinPages(
    Array.from({ length: pages }, () => stream),
    filter,
  );
}

function joinPages(pages: readonly Buffer[], filter: string): Buffer {
  const kids = pages.map((_, n) => `${2 * n + 4} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
  ];
  for (const [n, stream] of pages.entries()) {
    const content = 2 * n + 5;
    objects.push(
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${content} 0 R>>`,
      ),
      Buffer.concat([
        Buffer.from(`<</Length ${stream.length}${filter}>>stream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  return joinObjects(objects);
}

function joinObjects(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  let size = 9;
  const places = objects.map((object, n) => {
    const part = Buffer.concat([
      Buffer.from(`${n + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    size += part.length;
    return size - part.length;
  });
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${size}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const SIDE = { width: 2000, height: 1500 };

/** A PNG of black and white dots, each the same in every run. */
function makeNoise(): Buffer {
  const lineBytes = SIDE.width / 8 + 1;
  const dots = Buffer.alloc(lineBytes * SIDE.height);
  let state = 1;
  for (let at = 0; at < dots.length; at += 1) {
    // Numbers of Park and Miller.
    state = (state * 48_271) % 0x7fffffff;
    dots[at] = at % lineBytes === 0 ? 0 : state & 0xff;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE.width, 0);
  header.writeUInt32BE(SIDE.height, 4);
  header[8] = 1;
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [pngPart('IHDR', header), pngPart('IDAT', deflateSync(dots)), pngPart('IEND')];
  return Buffer.concat([start, ...parts]);
}

function pngPart(name: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
