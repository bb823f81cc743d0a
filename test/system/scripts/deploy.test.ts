import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { environmentSchema } from '../../../src/config/environment.ts';
import { SECRETS } from '../../../src/config/secret-files.ts';
import { runOn } from '../../support/database/cluster-database.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';

const gateway = useGateway();
const FOLDER = 'deploy';
const manifests = readdirSync(`${FOLDER}/kubernetes`).map((name) => `${FOLDER}/kubernetes/${name}`);

const read = (path: string): string => readFileSync(path, 'utf8');
const unit = read(`${FOLDER}/participant-gateway.service`);
const image = read(`${FOLDER}/Containerfile`);
const dropIns = ['participant-gateway-work', 'participant-gateway-migrate'];
const units = [unit, ...dropIns.map((name) => read(globSync(`${FOLDER}/${name}*/*.conf`).join()))];

/** Each document of a file, with every alias and merge in its place. */
function documentsOf(path: string): unknown[] {
  return parseAllDocuments(read(path), { merge: true }).map((one) => {
    expect([path, one.errors, one.warnings]).toEqual([path, [], []]);
    return one.toJS();
  });
}

const containersSchema = z.array(
  z.object({
    args: z.array(z.string()),
    env: z.array(z.object({ name: z.string(), value: z.string() })),
    securityContext: z.object({
      allowPrivilegeEscalation: z.literal(false),
      readOnlyRootFilesystem: z.literal(true),
      capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
    }),
    resources: z.object({ limits: z.object({ memory: z.string() }) }),
    volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  }),
);
const podSchema = z.object({
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.int().min(1000) }),
  automountServiceAccountToken: z.literal(false),
  initContainers: containersSchema.default([]),
  containers: containersSchema.length(1),
  volumes: z.array(
    z.object({ name: z.string(), secret: z.object({ secretName: z.string() }).optional() }),
  ),
});
const workloadSchema = z.object({ spec: z.object({ template: z.object({ spec: podSchema }) }) });
const configSchema = z.object({
  kind: z.literal('ConfigMap'),
  data: z.record(z.string(), z.string()),
});
const composeSchema = z.object({
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.record(z.string(), z.unknown()),
      command: z.array(z.string()).optional(),
      secrets: z.array(z.string()),
      read_only: z.boolean().optional(),
    }),
  ),
});

const pods = manifests
  .flatMap(documentsOf)
  .flatMap((one) => workloadSchema.safeParse(one).data?.spec.template.spec ?? []);
const { services, secrets } = composeSchema.parse(documentsOf(`${FOLDER}/compose.yaml`)[0]);
const { database, ...ours } = services;

/** What runs somewhere: its arguments, what it is told of secrets, and the secret that it gets them of. */
type Run = { args: string[]; urlFile: unknown; secret: string };

const inPods = pods.flatMap(({ initContainers, containers, volumes }): Run[] =>
  [...initContainers, ...containers].map(({ args, env, volumeMounts }) => {
    const urlFile = env.find(({ name }) => name === 'DATABASE_URL_FILE')?.value ?? '';
    const { name: volume } =
      volumeMounts.find(({ mountPath }) => urlFile.startsWith(`${mountPath}/`)) ?? {};
    const { secret } = volumes.find(({ name }) => name === volume) ?? {};
    return { args, urlFile, secret: secret?.secretName ?? '' };
  }),
);
const inCompose = Object.values(ours).map((one): Run => {
  const urlFile = one.environment['DATABASE_URL_FILE'];
  return {
    args: one.command ?? ['serve'],
    urlFile,
    secret: String(urlFile).split('/').at(-1) ?? '',
  };
});

function secretsOf(runs: readonly Run[], commands: readonly string[]): Set<string> {
  return new Set(
    runs.filter(({ args: [name = ''] }) => commands.includes(name)).map((one) => one.secret),
  );
}

describe('deployment', () => {
  it('runs every process as nobody in particular, on a root that cannot be written', () => {
    expect(pods).toHaveLength(4);
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
      ...pods.flatMap(({ initContainers, containers }) =>
        [...initContainers, ...containers].flatMap(({ env }) => env.map((e) => e.name)),
      ),
      ...Object.values(ours).flatMap(({ environment }) => Object.keys(environment)),
      ...[...units.join('\n').matchAll(/^Environment=(.+)$/gm)].flatMap(([, list = '']) =>
        assigned(list),
      ),
      ...[...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, list = '']) => assigned(list)),
    ];
    expect(named.length).toBeGreaterThan(10);
    const files = SECRETS.map((name) => `${name}_FILE`);
    const node = ['NODE_ENV', 'NODE_OPTIONS'];
    const known = new Set([...Object.keys(environmentSchema.shape), ...files, ...node]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('starts commands that there are, of the production build', () => {
    const inUnits = units
      .flatMap((text) => [...text.matchAll(/^ExecStart=.+$/gm)])
      .map(([line]) => line.split(' dist/cli/gateway.js ')[1]?.split(' ') ?? []);
    expect(inUnits).toHaveLength(4);
    expect(image).toMatch(/^ENTRYPOINT .*"dist\/cli\/gateway\.js"\]$/m);
    const commands = [...[...inPods, ...inCompose].map(({ args }) => args), ...inUnits];
    const help = execFileSync(process.execPath, ['src/cli/gateway.ts', '--help'], {
      encoding: 'utf8',
    });
    expect(commands.length).toBeGreaterThan(3);
    for (const [name = ''] of commands) expect(help).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    for (const [, from = ''] of image.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const path of from.split(' ')) expect([path, existsSync(path)]).toEqual([path, true]);
  });

  it.each([
    ['Kubernetes', inPods],
    ['Compose', inCompose],
  ])('has what serves connect as another role than the owner: %s', (_where, runs) => {
    const operator = secretsOf(runs, ['migrate']);
    const serving = secretsOf(runs, ['serve', 'work']);
    expect([operator.size, serving.size]).toEqual([1, 1]);
    expect([...operator][0]).not.toBe([...serving][0]);
    expect(runs.filter(({ args }) => args[1] === 'row-security')).toHaveLength(1);
  });

  it('gives each service of Compose the secrets that it names, and no other', () => {
    for (const { command = [], environment, secrets: given } of Object.values(ours)) {
      const named = [...command, ...Object.values(environment)].flatMap((value) =>
        [...String(value).matchAll(/\/run\/secrets\/([\w-]+)/g)].map(([, name = '']) => name),
      );
      expect(given.toSorted()).toEqual(named.toSorted());
      for (const name of given) expect(secrets).toHaveProperty([name]);
    }
  });

  it('makes the role that its addresses name, by a command that runs as it stands', async () => {
    const texts = [`${FOLDER}/compose.yaml`, ...manifests].map(read).join('\n');
    const [mark] = new URL(gateway.databaseUrl).pathname.slice(1).split('_').toReversed();
    const folder = await mkdtemp(join(tmpdir(), 'deploy-'));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const commands = [...inPods, ...inCompose].filter(({ args }) => args[1] === 'row-security');
    for (const { args } of commands) {
      const named = args[args.indexOf('--role') + 1] ?? '';
      expect(texts).toContain(`postgres://${named}:%s@`);
      const role = `${named}_${mark}`;
      const passwordFile = join(folder, 'password');
      await writeFile(passwordFile, 'kept-apart\n');
      const adapted = args.map((one) =>
        one === named ? role : one.startsWith('/run/secrets/') ? passwordFile : one,
      );
      const run = await spawnCommand(adapted, { DATABASE_URL: gateway.databaseUrl });
      expect(run).toMatchObject({ code: 0, stderr: '' });
      const url = new URL(gateway.databaseUrl);
      url.username = role;
      url.password = 'kept-apart';
      expect(await runOn(url.href, 'select count(*)::integer as count from services')).toEqual([
        { count: 1 },
      ]);
      expect(await runOn(url.href, 'select id from api_keys')).toEqual([]);
      await sql`drop owned by ${sql.ref(role)}`.execute(gateway.db);
      await sql`drop role ${sql.ref(role)}`.execute(gateway.db);
    }
  });

  it('probes what answers', async () => {
    const text = [...manifests.map(read), image].join('\n');
    const paths = new Set([...text.matchAll(/\/health\/\w+/g)].map(([path]) => path));
    expect(paths).toEqual(new Set(['/health/live', '/health/ready']));
    for (const path of paths)
      expect([path, (await gateway.request('GET', path)).status]).toEqual([path, 200]);
  });

  it('has units that systemd understands, all of them copies of one file', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'units-'));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const names = ['participant-gateway', ...dropIns];
    for (const name of names)
      await copyFile(`${FOLDER}/participant-gateway.service`, join(folder, `${name}.service`));
    for (const name of dropIns)
      await cp(`${FOLDER}/${name}.service.d`, join(folder, `${name}.service.d`), {
        recursive: true,
      });
    const { error, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...names.map((name) => join(folder, `${name}.service`))],
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
