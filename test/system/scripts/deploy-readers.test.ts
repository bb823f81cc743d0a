import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { READER_BYTES_MAX } from '../../../src/extraction/reader/readers.ts';

const MIB = 1024 * 1024;
/** Memory of a process beside its heap, and memory of a reader until it is seen to have too much. */
const [BESIDE, UNSEEN] = [256, 100];

/** What a file says of one process, in MiB. */
type Process = { name: string; args: string[]; heap: number; readers: number; limit: number };

const read = (path: string): string => readFileSync(`deploy/${path}`, 'utf8');
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);
const heapIn = (text = ''): number => numberIn(text, /--max-old-space-size=(\d+)/);

const containerSchema = z.object({
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
});
const deploymentSchema = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({ spec: z.object({ containers: z.array(containerSchema) }) }),
  }),
});
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      command: z.array(z.string()).default(['serve']),
      environment: z.record(z.string(), z.string()),
      mem_limit: z.string().optional(),
    }),
  ),
});

const networksSchema = z.object({
  services: z.record(z.string(), z.looseObject({ networks: z.array(z.string()).optional() })),
  networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() }).nullable()),
});

function listUnit(): Process[] {
  const unit = read('participant-gateway.service');
  const readers = numberIn(unit, /\bREADERS_MAX=(\d+)/);
  return [
    {
      name: 'unit',
      args: ['serve'],
      heap: heapIn(unit),
      readers,
      limit: numberIn(unit, /^MemoryMax=(\d+)M$/m),
    },
  ];
}

function listPods(file: string): Process[] {
  const documents = parseAllDocuments(read(`kubernetes/${file}`)).map((one) => one.toJS());
  const deployments = documents.flatMap((one) => deploymentSchema.safeParse(one).data ?? []);
  return deployments.flatMap(({ spec }) =>
    spec.template.spec.containers.map(({ args, env, resources }) => {
      const values = new Map(env.map(({ name, value }) => [name, value]));
      const limit = numberIn(resources.limits.memory, /^(\d+)Mi$/);
      const readers = Number(values.get('READERS_MAX'));
      return { name: file, args, heap: heapIn(values.get('NODE_OPTIONS')), readers, limit };
    }),
  );
}

function listServices(): Process[] {
  const [document] = parseAllDocuments(read('compose.yaml'), { merge: true });
  const { services } = composeSchema.parse(document?.toJS());
  return ['gateway', 'worker', 'reader'].map((name) => {
    const { command: args = [], environment = {}, mem_limit = '' } = services[name] ?? {};
    const readers = Number(environment['READERS_MAX']);
    const heap = heapIn(environment['NODE_OPTIONS']);
    return { name, args, heap, readers, limit: numberIn(mem_limit, /^(\d+)m$/) };
  });
}

const pods = ['gateway.yaml', 'worker.yaml', 'reader.yaml'].flatMap(listPods);

it.each([...listUnit(), ...pods, ...listServices()])(
  'the memory limit of $name is what its heap and its readers may take',
  ({ heap, readers, limit }) => {
    expect(limit).toBe(heap + BESIDE + readers * (READER_BYTES_MAX / MIB + UNSEEN));
  },
);

it.each([
  ['Kubernetes', pods],
  ['Compose', listServices()],
])('documents are read by containers that do nothing else: %s', (_where, processes) => {
  expect(processes).toHaveLength(3);
  const reading = processes.filter(({ readers }) => readers > 0).map(({ args }) => args);
  expect(reading).toEqual([['work', '--only', 'documents']]);
});

it('what reads documents reaches no network of its own in Compose', () => {
  const [document] = parseAllDocuments(read('compose.yaml'), { merge: true });
  const { services, networks } = networksSchema.parse(document?.toJS());
  const [network = ''] = services['reader']?.networks ?? [];
  expect(services['reader']?.networks).toHaveLength(1);
  expect(networks[network]).toEqual({ internal: true });
  expect(services['database']?.networks).toContain(network);
});

it('the image has the program by which the kernel isolates readers', () => {
  const [last = ''] = read('Containerfile')
    .split(/^(?=FROM )/m)
    .slice(-1);
  // Every Debian has it; an image without a distribution gets it from another stage.
  expect(last).toMatch(/^FROM \S*\bnode:24-bookworm-slim$|^COPY .*\bperl\b/m);
});
