import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { findFreePort } from '../../../src/embedded-postgres/free-port.ts';

const FOLDER = 'deploy/observability';

export const hasPrometheus: boolean = ['prometheus', 'promtool'].every(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** Runs promtool in the folder of the alerts; answers what it has to say, and whether all is well. */
export function promtool(...args: string[]): { isWell: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
  return { isWell: status === 0, said: `${stdout}${stderr}` };
}

const answerSchema = z.object({
  status: z.string(),
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        value: z.tuple([z.number(), z.string()]).optional(),
      }),
    ),
  }),
});

export type Prometheus = {
  /** The series that an expression comes to, with their values; throws where it is none. */
  query: (expression: string) => Promise<{ labels: Record<string, string>; value: number }[]>;
  stop: () => Promise<void>;
};

/** A Prometheus with the project's own settings, but for whom it reads, and that it does so every second. */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'participant-gateway-prometheus-'));
  const settings = await readFile(`${FOLDER}/prometheus.yml`, 'utf8');
  const file = join(folder, 'prometheus.yml');
  const adapted = settings
    .replaceAll('15s', '1s')
    .replace('alerts.yml', resolve(FOLDER, 'alerts.yml'))
    .replace(/"127.0.0.1:9464"/, `"${target}"`);
  await writeFile(file, adapted);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('prometheus', [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  await untilReady(child, `${url}/-/ready`);
  return {
    query: async (expression) => {
      const body = new URLSearchParams({ query: expression });
      const answer = await fetch(`${url}/api/v1/query`, { method: 'POST', body });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${expression}: ${text}`);
      const { data } = answerSchema.parse(JSON.parse(text));
      return data.result.map(({ metric, value }) => ({
        labels: metric,
        value: Number(value?.[1]),
      }));
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Prometheus did not start:\n${said}`);
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
  }
}
