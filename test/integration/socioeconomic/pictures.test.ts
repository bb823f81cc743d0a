import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TEMPLATE } from '../../../src/domain/socioeconomic/default/default-template.ts';
import { importTemplate } from '../../../src/resolvers/socioeconomic/import-template.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { uploadAndGetId } from '../../support/data/files.ts';
import { hashOf, openPdf, readPages } from '../../support/data/read-printed.ts';
import {
  answerQuestionnaire,
  type Person,
  REPORT,
  recordConsent,
  runMutation,
} from '../../support/data/socioeconomic-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
let photo: Buffer<ArrayBuffer>;
let map: Buffer<ArrayBuffer>;

beforeAll(async () => {
  await answerQuestionnaire(gateway);
  photo = await pictureOf('jpeg', '#336699');
  map = await pictureOf('png', '#993333');
});

async function pictureOf(type: 'jpeg' | 'png', background: string): Promise<Buffer<ArrayBuffer>> {
  const create = { width: 90, height: 120, channels: 3, background } as const;
  return Buffer.from(await sharp({ create }).toFormat(type).toBuffer());
}

/** A person who agreed, with files of the documents that are pictures. */
async function addPictured(): Promise<Person> {
  const documents: [string, null][] = [
    ['Foto', null],
    ['CROQUIS', null],
  ];
  const made = await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: [{ name: 'Inés', documents }],
  });
  const person = { businessId: made.id, participantId: made.participantIds[0] ?? 0 };
  await recordConsent(gateway, person);
  const of = (cod_tipo_docto: string) => ({
    fields: { cod_tipo_docto, participant_id: String(person.participantId) },
  });
  await uploadAndGetId(gateway, { bytes: photo, name: 'f.jpg', type: 'image/jpeg', ...of('Foto') });
  await uploadAndGetId(gateway, { bytes: map, name: 'm.png', type: 'image/png', ...of('CROQUIS') });
  return person;
}

async function finish(person: Person, more: object = {}): Promise<number> {
  const body = { participant_id: person.participantId, ...more };
  const made = await gateway.request('POST', REPORT, { body });
  const reportId = Number(at(made.body, 'data', 'report_id'));
  const final = await runMutation(gateway, [
    'finalizeSocioeconomicReport',
    { reportId, page: 'A4' },
  ]);
  expect(at(final, 'report', 'status')).toBe('FINAL');
  return reportId;
}

async function pdfOf(id: number): Promise<Buffer> {
  const { headers } = gateway.service;
  const reply = await fetch(`${gateway.url}${REPORT}/${id}/pdf`, { headers });
  return Buffer.from(await reply.arrayBuffer());
}

/** The words for each picture, in the order of the pages. */
async function figuresOf(pdf: Buffer): Promise<string[]> {
  const document = await openPdf(pdf);
  const trees: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1)
    trees.push(JSON.stringify(await (await document.getPage(number)).getStructTree()));
  return [...trees.join().matchAll(/"alt":"([^"]*)"/g)].map(([, alt = '']) => alt);
}

const BOTH = ['Fotografía de la persona', 'Croquis del domicilio'];

describe('the photograph and the map of a person', () => {
  it('stand in the report by their SHA-256, and in its PDF on A4', async () => {
    const person = await addPictured();
    const id = await finish(person);
    const { body } = await gateway.request('GET', `${REPORT}/${id}`);
    expect(at(body, 'data', 'report', 'pictures')).toMatchObject({
      photo: { sha256: hashOf(photo) },
      map: { sha256: hashOf(map) },
    });
    const pdf = await pdfOf(id);
    const document = await openPdf(pdf);
    for (let number = 1; number <= document.numPages; number += 1) {
      const [, , right, top] = (await document.getPage(number)).view;
      expect([right, top].map((points) => Math.round(points ?? 0))).toEqual([595, 842]);
    }
    const [first, second] = BOTH;
    expect(await figuresOf(pdf)).toEqual([first, expect.stringContaining('Código QR'), second]);
    expect((await readPages(pdf)).join(' ')).not.toContain('no se puede mostrar');
  });

  it('are those of the draft: a file that comes later changes nothing of it', async () => {
    const person = await addPictured();
    const id = await finish(person);
    const before = hashOf(await pdfOf(id));
    const fields = { cod_tipo_docto: 'Foto', participant_id: String(person.participantId) };
    await uploadAndGetId(gateway, { bytes: map, name: 'x.png', type: 'image/png', fields });
    expect(hashOf(await pdfOf(id))).toBe(before);
  });

  it('come with a template of the service, also where its sections ask nothing', async () => {
    const sections = DEFAULT_TEMPLATE.sections.map((section) =>
      section.key === 'general' ? section : { ...section, fields: [], groups: [] },
    );
    const own = { ...DEFAULT_TEMPLATE, key: 'breve', title: 'Estudio breve', sections };
    const { service } = gateway.service;
    const json = JSON.stringify(own);
    await importTemplate(gateway.db, { service, file: 'own.json', json });
    const id = await finish(await addPictured(), { template: 'breve' });
    const pdf = await pdfOf(id);
    expect(await figuresOf(pdf)).toEqual(expect.arrayContaining(BOTH));
    expect((await readPages(pdf)).join(' ')).toMatch(/3\. Domicilio Sin información Croquis/);
  });
});
