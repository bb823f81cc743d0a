import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPerson,
  answerQuestionnaire,
  generateDraft,
  REPORT,
  runMutation,
} from '../../support/data/socioeconomic-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { runCommand } from '../../support/processes/run-command.ts';

const gateway = useGateway();
const folder = mkdtempSync(join(tmpdir(), 'socioeconomic-'));
afterAll(() => rmSync(folder, { recursive: true }));
const PDF = join(folder, 'report.pdf');
const JSON_FILE = join(folder, 'report.json');
let id = 0;
let text = '';

async function read(path: string): Promise<Buffer> {
  const { headers } = gateway.service;
  const reply = await fetch(`${gateway.url}${path}`, { headers });
  return Buffer.from(await reply.arrayBuffer());
}

beforeAll(async () => {
  await answerQuestionnaire(gateway);
  id = await generateDraft(gateway, await addPerson(gateway));
  await writeFile(join(folder, 'draft.pdf'), await read(`${REPORT}/${id}/pdf?draft=1`));
  await runMutation(gateway, ['finalizeSocioeconomicReport', { reportId: id }]);
  await writeFile(PDF, await read(`${REPORT}/${id}/pdf`));
  text = (await read(`${REPORT}/${id}`)).toString();
  await writeFile(JSON_FILE, text);
});

async function verify(...args: string[]): Promise<[code: number, told: unknown]> {
  const env = { DATABASE_URL: gateway.databaseUrl };
  const { code, stdout } = await runCommand(['reports', 'verify', ...args, '--json'], env);
  return [code, JSON.parse(stdout)];
}

describe('gateway reports verify of a socio-economic report', () => {
  it('takes the PDF by what is remembered, and the JSON by the keys alone', async () => {
    const of = ['--service', gateway.service.service];
    const valid = { verdict: 'valid', kind: 'socioeconomic', report: id };
    expect(await verify(PDF, ...of)).toEqual([
      0,
      expect.objectContaining({ ...valid, format: 'pdf' }),
    ]);
    const jwks = `${gateway.url}/.well-known/jwks.json`;
    expect(await verify(JSON_FILE, '--jwks', jwks)).toEqual([
      0,
      expect.objectContaining({ ...valid, format: 'json' }),
    ]);
  });

  it('tells a word that was altered, and a draft, which nobody signed', async () => {
    const altered = join(folder, 'altered.json');
    await writeFile(altered, text.replace('Peñaloza', 'Peñalosa'));
    expect(await verify(altered)).toMatchObject([1, { verdict: 'altered' }]);
    const of = ['--service', gateway.service.service];
    expect(await verify(join(folder, 'draft.pdf'), ...of)).toMatchObject([
      1,
      { verdict: 'not_ours', report: null },
    ]);
  });
});
