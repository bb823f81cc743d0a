import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { readPages } from '../../support/data/read-printed.ts';
import {
  addPerson,
  answerQuestionnaire,
  generateDraft,
  type Person,
  REPORT,
  runMutation,
} from '../../support/data/socioeconomic-reports.ts';
import { digestTables } from '../../support/database/tables.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });
let person: Person;
beforeAll(async () => {
  await answerQuestionnaire(gateway);
  person = await addPerson(gateway);
});

const BIRTH = { kind: 'rfc_birth_date', fields: ['rfc', 'birth_date'] };
const HOUSEHOLD = { kind: 'residents_family', fields: ['residents', 'members'] };

/** A draft whose RFC is of another day than the birth, and whose household is of another number than the family. */
async function contradictoryDraft(): Promise<number> {
  const reportId = await generateDraft(gateway, person);
  const typed = [
    [
      'GENERAL',
      [text('rfc', 'PENI800505AB1'), { key: 'birth_date', value: { date: '1960-08-08' } }],
    ],
    ['HOUSING', [{ key: 'residents', value: { count: 5 } }]],
    ['FAMILY', []],
  ] as const;
  for (const [place, [section, fields]] of typed.entries()) {
    const groups =
      section === 'FAMILY' ? [{ key: 'members', rows: [{ values: [text('name', 'Ana')] }] }] : [];
    const input = { reportId, section, expectedVersion: place + 1, fields, groups };
    const changed = await runMutation(gateway, ['updateSocioeconomicSection', input]);
    expect(changed).toMatchObject({ report: { version: place + 2 } });
  }
  return reportId;
}

function text(key: string, value: string) {
  return { key, value: { text: value } };
}

async function finalize(reportId: number, acknowledge?: readonly string[]): Promise<unknown> {
  const more = acknowledge === undefined ? {} : { acknowledge };
  return await runMutation(gateway, ['finalizeSocioeconomicReport', { reportId, ...more }]);
}

/** State and contradictions of a report as v4 answers them, and as its document has them. */
async function readV4(id: number): Promise<unknown> {
  const { body } = await gateway.request('GET', `${REPORT}/${id}`);
  const told = at(body, 'data', 'report', 'contradictions');
  expect(kindsOf(at(body, 'data', 'contradictions'))).toEqual(kindsOf(told));
  return [at(body, 'data', 'status'), kindsOf(told)];
}

async function readGraph(id: number): Promise<unknown> {
  const { body } = await gateway.graphql(
    `query ($id: SafeInt!) { socioeconomicReport(id: $id) { status content { contradictions {
      kind fields { field } } } } }`,
    { id },
  );
  const report = at(body, 'data', 'socioeconomicReport');
  const told = kindsOf(at(report, 'content', 'contradictions'));
  return [
    at(report, 'status'),
    told.map(({ kind, ...one }) => ({ kind: kind.toLowerCase(), ...one })),
  ];
}

function kindsOf(told: unknown): { kind: string; fields: string[] }[] {
  const list = Array.isArray(told) ? told : [];
  return list.map((one) => {
    const fields = at(one, 'fields');
    const names = Array.isArray(fields) ? fields.map((field) => String(at(field, 'field'))) : [];
    return { kind: String(at(one, 'kind')), fields: names };
  });
}

async function textOf(id: number, query = ''): Promise<string> {
  const reply = await fetch(`${gateway.url}${REPORT}/${id}/pdf${query}`, {
    headers: gateway.service.headers,
  });
  return (await readPages(Buffer.from(await reply.arrayBuffer()))).join(' ');
}

describe('a report whose values contradict each other', () => {
  it('states it as a draft on both wires, and stays one until each kind is acknowledged', async () => {
    const id = await contradictoryDraft();
    for (const read of [readGraph, readV4])
      expect(await read(id)).toEqual(['DRAFT', [BIRTH, HOUSEHOLD]]);
    const before = await digestTables(gateway.db);
    for (const [acknowledge, kinds] of [
      [undefined, ['RFC_BIRTH_DATE', 'RESIDENTS_FAMILY']],
      [[], ['RFC_BIRTH_DATE', 'RESIDENTS_FAMILY']],
      [['RFC_BIRTH_DATE'], ['RESIDENTS_FAMILY']],
      [['CURP_SEX', 'RESIDENTS_FAMILY'], ['RFC_BIRTH_DATE']],
    ] as const) {
      const refused = await finalize(id, acknowledge);
      expect(refused).toMatchObject({
        __typename: 'InputValidationError',
        issues: kinds.map(() => ({ path: ['acknowledge'], code: 'NOT_ACKNOWLEDGED' })),
      });
      for (const kind of kinds) expect(JSON.stringify(refused)).toContain(kind);
      expect(JSON.stringify(refused)).not.toMatch(/PENI800505AB1|1960-08-08/);
    }
    for (const read of [readGraph, readV4])
      expect(await read(id)).toEqual(['DRAFT', [BIRTH, HOUSEHOLD]]);
    const after = await digestTables(gateway.db);
    // That it was read is on record.
    expect({ ...after, audit_events: '' }).toEqual({ ...before, audit_events: '' });
  });

  it('becomes final with each kind acknowledged, and lists them on both wires and in print', async () => {
    const id = await contradictoryDraft();
    const done = await finalize(id, ['RESIDENTS_FAMILY', 'RFC_BIRTH_DATE']);
    expect(done).toMatchObject({ report: { databaseId: id, status: 'FINAL' } });
    for (const read of [readGraph, readV4])
      expect(await read(id)).toEqual(['FINAL', [BIRTH, HOUSEHOLD]]);
    const printed = await textOf(id);
    for (const words of [
      '▲ Datos que no concuerdan: 2 datos; véase el apartado correspondiente',
      'RFC (1. Datos generales); Fecha de nacimiento (1. Datos generales) La fecha que contiene el RFC no es la fecha de nacimiento',
      'Residentes (7. Vivienda); Personas con quienes vive (4. Estructura familiar) El número de residentes no corresponde a los integrantes del hogar',
    ])
      expect(printed).toContain(words);
  });

  it('needs no acknowledgement once it is corrected, and prints that all values agree', async () => {
    const id = await contradictoryDraft();
    const fields = [{ key: 'birth_date', value: { date: '1980-05-05' } }];
    await runMutation(gateway, [
      'updateSocioeconomicSection',
      { reportId: id, section: 'GENERAL', expectedVersion: 4, fields },
    ]);
    await runMutation(gateway, [
      'updateSocioeconomicSection',
      {
        reportId: id,
        section: 'HOUSING',
        expectedVersion: 5,
        fields: [{ key: 'residents', value: { count: 2 } }],
      },
    ]);
    expect(await textOf(id, '?draft=1')).toContain('Datos que no concuerdan Ninguno.');
    expect(await finalize(id)).toMatchObject({ report: { status: 'FINAL' } });
    expect(await readV4(id)).toEqual(['FINAL', []]);
  });
});
