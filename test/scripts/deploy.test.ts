import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { environmentSchema } from '../../src/config/environment.ts';
import { SECRETS } from '../../src/config/secret-files.ts';
import { useGateway } from '../support/gateway.ts';

const gateway = useGateway();
const FOLDER = 'deploy';
const manifests = readdirSync(`${FOLDER}/kubernetes`).map((name) => `${FOLDER}/kubernetes/${name}`);

const read = (path: string): string => readFileSync(path, 'utf8');
const unit = read(`${FOLDER}/participant-gateway.service`);
const image = read(`${FOLDER}/Containerfile`);

/** Each document of a file, with every alias and merge in its place. */
function documentsOf(path: string): unknown[] {
  return parseAllDocuments(read(path), { merge: true }).map((one) => {
    expect([path, one.errors, one.warnings]).toEqual([path, [], []]);
    return one.toJS();
  });
}

const podSchema = z.object({
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.int().min(1000) }),
  automountServiceAccountToken: z.literal(false),
  containers: z
    .array(
      z.object({
        args: z.array(z.string()),
        env: z.array(z.object({ name: z.string() })),
        securityContext: z.object({
          allowPrivilegeEscalation: z.literal(false),
          readOnlyRootFilesystem: z.literal(true),
          capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
        }),
        resources: z.object({ limits: z.object({ memory: z.string() }) }),
      }),
    )
    .length(1),
});
const workloadSchema = z.object({ spec: z.object({ template: z.object({ spec: podSchema }) }) });
const configSchema = z.object({
  kind: z.literal('ConfigMap'),
  data: z.record(z.string(), z.string()),
});
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.unknown()),
      command: z.array(z.string()).optional(),
      read_only: z.boolean().optional(),
    }),
  ),
});

const pods = manifests
  .flatMap(documentsOf)
  .flatMap((one) => workloadSchema.safeParse(one).data?.spec.template.spec ?? []);
const { services } = composeSchema.parse(documentsOf(`${FOLDER}/compose.yaml`)[0]);
const { database, ...ours } = services;

describe('deployment', () => {
  it('runs every process as nobody in particular, on a root that cannot be written', () => {
    expect(pods).toHaveLength(3);
    expect(database).toBeDefined();
    for (const service of Object.values(ours))
      expect(service).toMatchObject({ read_only: true, user: '10001:10001', cap_drop: ['ALL'] });
    expect(image).toMatch(/^USER 10001:10001$/m);
    expect(unit).toMatch(/^DynamicUser=yes$/m);
  });

  it('sets nothing that is no setting', () => {
    const configured = manifests
      .flatMap(documentsOf)
      .flatMap((one) => Object.keys(configSchema.safeParse(one).data?.data ?? {}));
    const named = [
      ...configured,
      ...pods.flatMap(({ containers }) => containers.flatMap(({ env }) => env.map((e) => e.name))),
      ...Object.values(ours).flatMap(({ environment }) => Object.keys(environment)),
      ...[...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, list = '']) => assigned(list)),
      ...[...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, list = '']) => assigned(list)),
    ];
    expect(named.length).toBeGreaterThan(10);
    const files = SECRETS.map((name) => `${name}_FILE`);
    const known = new Set([...Object.keys(environmentSchema.shape), ...files, 'NODE_ENV']);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('starts commands that there are', () => {
    const commands = [
      ...pods.flatMap(({ containers }) => containers.map(({ args }) => args)),
      ...Object.values(ours).flatMap(({ command }) => (command ? [command] : [])),
    ];
    const help = execFileSync(process.execPath, ['src/cli/gateway.ts', '--help'], {
      encoding: 'utf8',
    });
    expect(commands.length).toBeGreaterThan(3);
    for (const [name = ''] of commands) expect(help).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    for (const [, from = ''] of image.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const path of from.split(' ')) expect([path, existsSync(path)]).toEqual([path, true]);
  });

  it('probes what answers', async () => {
    const text = [...manifests.map(read), image].join('\n');
    const paths = new Set([...text.matchAll(/\/health\/\w+/g)].map(([path]) => path));
    expect(paths).toEqual(new Set(['/health/live', '/health/ready']));
    for (const path of paths)
      expect([path, (await gateway.request('GET', path)).status]).toEqual([path, 200]);
  });

  it('has a unit that systemd understands', (context) => {
    const { error, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', `${FOLDER}/participant-gateway.service`],
      { encoding: 'utf8' },
    );
    if (error !== undefined) return context.skip('systemd is not here');
    // What the unit starts need not be on this machine.
    const faults = stderr.split('\n').filter((line) => line && !line.includes('is not executable'));
    expect(faults).toEqual([]);
  });
});

function assigned(list: string): string[] {
  return list.split(' ').flatMap((one) => one.split('=')[0] ?? []);
}
