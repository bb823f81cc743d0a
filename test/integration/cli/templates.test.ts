import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  DEFAULT_QUESTIONNAIRE,
  DEFAULT_TEMPLATE,
} from '../../../src/domain/socioeconomic/default/default-template.ts';
import { makeTemplate } from '../../support/data/factories.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { runCommand } from '../../support/processes/run-command.ts';

const gateway = useGateway();
const folder = mkdtempSync(join(tmpdir(), 'templates-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('gateway templates import and list say what a service has', async () => {
  const { db, databaseUrl, service } = gateway;
  const { key, questions } = DEFAULT_QUESTIONNAIRE;
  const keys = questions.map((one) => one.key);
  await makeTemplate(db, service.serviceId, { key, questions: keys });
  const path = join(folder, 'own.json');
  await writeFile(path, JSON.stringify({ ...DEFAULT_TEMPLATE, key: 'breve', title: 'Breve' }));
  const run = async (...args: string[]) =>
    await runCommand(['templates', ...args, '--service', service.service], {
      DATABASE_URL: databaseUrl,
    });
  expect(await run('import', path)).toMatchObject({
    code: 0,
    stdout: 'breve version 1 was added.\n',
  });
  await writeFile(path, '{');
  const [listed, refused] = await Promise.all([run('list'), run('import', path)]);
  expect(listed.stdout).toBe('breve 1: Breve\n');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('own.json:1: ')]);
});
