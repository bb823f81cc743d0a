import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const READER = { app: 'participant-gateway', part: 'reader' };
const LIVE = { httpGet: { path: '/health/live' } };

const probeSchema = z.object({ httpGet: z.object({ path: z.string() }) });
const containerSchema = z.object({
  image: z.string(),
  startupProbe: probeSchema.optional(),
  livenessProbe: probeSchema.optional(),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
});
const labelsSchema = z.record(z.string(), z.string());
const podSchema = z.object({
  initContainers: z.array(containerSchema).default([]),
  containers: z.array(containerSchema),
  volumes: z.array(
    z.object({
      name: z.string(),
      secret: z.object({}).optional(),
      emptyDir: z.object({ sizeLimit: z.string() }).optional(),
    }),
  ),
});
const workloadSchema = z.object({
  kind: z.enum(['Deployment', 'Job']),
  metadata: z.object({ name: z.string().optional() }),
  spec: z.object({
    replicas: z.int().optional(),
    template: z.object({ metadata: z.object({ labels: labelsSchema }), spec: podSchema }),
  }),
});
const scalerSchema = z.object({
  kind: z.literal('HorizontalPodAutoscaler'),
  spec: z.object({ scaleTargetRef: z.object({ name: z.string() }) }),
});
const rulesSchema = z
  .array(
    z.object({
      to: z.array(z.object({ ipBlock: z.object({ cidr: z.string() }).optional() })).default([]),
      ports: z.array(z.object({ port: z.union([z.int(), z.string()]) })),
    }),
  )
  .default([]);
const policySchema = z.object({
  kind: z.literal('NetworkPolicy'),
  spec: z.object({
    podSelector: z.object({
      matchLabels: labelsSchema.default({}),
      matchExpressions: z
        .array(z.object({ key: z.string(), values: z.array(z.string()) }))
        .default([]),
    }),
    policyTypes: z.array(z.string()),
    ingress: rulesSchema,
    egress: rulesSchema,
  }),
});
type Policy = z.infer<typeof policySchema>;

const objects = globSync('deploy/kubernetes/*.yaml').flatMap((path) =>
  parseAllDocuments(readFileSync(path, 'utf8')).map((one): unknown => one.toJS()),
);
const listOf = <T>(schema: z.ZodType<T>): T[] =>
  objects.flatMap((one) => schema.safeParse(one).data ?? []);
const workloads = listOf(workloadSchema);
const deployments = workloads.filter(({ kind }) => kind === 'Deployment');
const policies = listOf(policySchema);

/** True when the policy selects pods with these labels. */
function isOf({ spec }: Policy, labels: Record<string, string>): boolean {
  const { matchLabels, matchExpressions } = spec.podSelector;
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

/** Images that the first group of the pattern captures in the text. */
function imagesOf(text: string, pattern: RegExp): (string | undefined)[] {
  return [...text.matchAll(pattern)].map(([, image]) => image);
}

it('names each image by digest, and bounds memory and what a pod may write', () => {
  expect(workloads).toHaveLength(4);
  for (const { spec } of workloads) {
    const { initContainers, containers, volumes } = spec.template.spec;
    for (const { image } of [...initContainers, ...containers])
      expect(image).toMatch(/^[\w./-]+@sha256:[0-9a-f]{64}$/);
    for (const volume of volumes)
      expect([volume, (volume.secret ?? volume.emptyDir) !== undefined]).toEqual([volume, true]);
  }
});

it('has a place for the digest of each image that is built or composed', () => {
  const containerfile = readFileSync('deploy/Containerfile', 'utf8');
  const compose = readFileSync('deploy/compose.yaml', 'utf8');
  expect(imagesOf(containerfile, /^FROM (\S+)/gm)).toEqual(['${NODE_IMAGE}', '${RUNTIME_IMAGE}']);
  for (const image of imagesOf(compose, /^ +image: (.+)$/gm))
    expect(image).toMatch(/^\$\{\w+_IMAGE:-\S+\}$/);
});

it('leaves the number of pods to the autoscaler where there is one', () => {
  const counted = deployments.filter(({ spec }) => spec.replicas !== undefined);
  const scaled = listOf(scalerSchema).map(({ spec }) => spec.scaleTargetRef.name);
  expect(scaled).toEqual(['participant-gateway']);
  expect(new Set(counted.map(({ metadata }) => metadata.name))).toEqual(
    new Set(['participant-gateway-reader', 'participant-gateway-worker']),
  );
});

it('has a pod that hangs restarted, the worker too', () => {
  const probes = deployments.flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap((one) => [one.startupProbe, one.livenessProbe]),
  );
  expect(probes).toEqual(Array.from({ length: 6 }, () => LIVE));
});

it('lets pods connect with what they need, and migrations with names and the database only', () => {
  const reached = workloads.map(({ spec }) => {
    const { labels } = spec.template.metadata;
    const own = policies.filter((policy) => isOf(policy, labels));
    const types = new Set(own.flatMap((policy) => policy.spec.policyTypes));
    expect(types).toEqual(new Set(['Ingress', 'Egress']));
    const portsOf = (way: 'ingress' | 'egress') =>
      own.flatMap((policy) => policy.spec[way].flatMap(({ ports }) => ports.map((p) => p.port)));
    return [labels['part'], { in: portsOf('ingress'), out: portsOf('egress') }];
  });
  expect(Object.fromEntries(reached)).toEqual({
    gateway: { in: ['http', 'metrics'], out: [53, 53, 5432, 443] },
    worker: { in: ['metrics'], out: [53, 53, 5432, 443] },
    reader: { in: ['metrics'], out: [53, 53, 5432, 443] },
    migrate: { in: [], out: [53, 53, 5432] },
  });
});

it('lets what reads documents reach private networks only', () => {
  const policiesOfReader = policies.filter((policy) => isOf(policy, READER));
  const cidrs = policiesOfReader.flatMap(({ spec }) =>
    spec.egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock?.cidr ?? [])),
  );
  expect(policiesOfReader).toHaveLength(2);
  expect(new Set(cidrs)).toEqual(new Set(['10.0.0.0/8']));
});
