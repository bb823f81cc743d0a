import { beforeEach, describe, expect, it } from 'vitest';
import {
  DEFAULT_QUESTIONNAIRE,
  DEFAULT_TEMPLATE,
} from '../../../src/domain/socioeconomic/default/default-template.ts';
import { OperatorError } from '../../../src/errors.ts';
import {
  importTemplate,
  listReportTemplates,
} from '../../../src/resolvers/socioeconomic/import-template.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeTemplate } from '../../support/data/factories.ts';
import { addPerson, REPORT, recordConsent } from '../../support/data/socioeconomic-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway({}, { isServicePerTest: true });
beforeEach(async () => {
  const { key, questions } = DEFAULT_QUESTIONNAIRE;
  await makeTemplate(gateway.db, gateway.service.serviceId, {
    key,
    questions: questions.map((one) => one.key),
  });
});

const OWN = { ...DEFAULT_TEMPLATE, key: 'breve', title: 'Estudio breve' };

async function importText(file: string, json: string) {
  return await importTemplate(gateway.db, { service: gateway.service.service, file, json });
}

/** What an operator is told. */
async function refusal(file: string, json: string): Promise<string> {
  const error: unknown = await importText(file, json).catch((thrown: unknown) => thrown);
  return error instanceof OperatorError ? error.message : '';
}

async function list(): Promise<unknown[]> {
  const found = await listReportTemplates(gateway.db, gateway.service.service);
  return found.map(({ key, version, title }) => [key, version, title]);
}

describe('the templates of a service', () => {
  it('are added once, listed, and reports are made by them', async () => {
    const json = JSON.stringify(OWN, null, 2);
    expect(await importText('own.json', json)).toEqual({ key: 'breve', version: 1, isNew: true });
    expect(await importText('own.json', json)).toMatchObject({ isNew: false });
    expect(await list()).toEqual([['breve', 1, 'Estudio breve']]);
    const person = await addPerson(gateway);
    await recordConsent(gateway, person);
    const { body } = await gateway.request('POST', REPORT, {
      body: { participant_id: person.participantId, template: 'breve' },
    });
    expect(at(body, 'data')).toMatchObject({ template: 'breve', template_version: 1 });
  });

  it('are never another text under a version that was given out', async () => {
    await importText('own.json', JSON.stringify(OWN, null, 2));
    const json = JSON.stringify({ ...OWN, title: 'Otro' }, null, 2);
    expect(await refusal('other.json', json)).toContain('Use the next version number');
  });

  it('ask what a questionnaire asks, or the line is named and nothing is imported', async () => {
    const lines = JSON.stringify({ ...OWN, version: 2 }, null, 2).split('\n');
    const line = lines.findIndex((one) => one.includes('"socio_home_years"'));
    lines[line] = (lines[line] ?? '').replace('socio_home_years', 'socio_home_decades');
    const told = await refusal('unknown.json', lines.join('\n'));
    expect(told).toContain(`unknown.json:${line + 1}: `);
    expect(told).not.toContain('socio_home_decades');
    expect(await list()).not.toContainEqual(['breve', 2, 'Estudio breve']);
  });

  it('are JSON, and have keys of their own', async () => {
    expect(await refusal('broken.json', '{\n "key": \n')).toContain('broken.json:');
    const own = await refusal('default.json', JSON.stringify(DEFAULT_TEMPLATE));
    expect(own).toContain('a template of the gateway');
  });
});
