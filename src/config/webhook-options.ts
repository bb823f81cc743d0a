import { z } from 'zod';

export type PortRange = { from: number; to: number };

/** Options for calling webhook endpoints. */
export type WebhookOptions = {
  /** Number of endpoints that one process sends to concurrently; 0 for none. */
  jobsMax: number;
  /** Timeout of a connection, including TLS. */
  connectTimeoutMs: number;
  /** Timeout of one attempt. */
  timeoutMs: number;
  /** True when endpoints without TLS are permitted. */
  allowsHttp: boolean;
  ports: readonly PortRange[];
  /** Networks that may be called in addition to public addresses, for example 10.1.0.0/16. */
  allowedNetworks: readonly string[];
};

const PORT_MAX = 65_535;
const LIST_MAX = 50;

/** Ports and ranges, for example `443,8000-8999`. */
export const portsSchema = z
  .string()
  .transform((list) => list.split(',').map(toRange))
  .refine((ranges) => ranges.length <= LIST_MAX && ranges.every(isRange), {
    message: 'must be ports or ranges of them, e.g. 443,8000-8999',
  });

function toRange(text: string): PortRange {
  const [, from, to = from] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(text) ?? [];
  return { from: Number(from), to: Number(to) };
}

function isRange({ from, to }: PortRange): boolean {
  return from >= 1 && from <= to && to <= PORT_MAX;
}

/** IPv4 or IPv6 networks, separated by commas. */
export const networksSchema = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((network) => network.trim() || []))
  .refine((networks) => networks.length <= LIST_MAX && networks.every(isNetwork), {
    message: 'must be networks, e.g. 10.1.0.0/16, with commas between them',
  });

function isNetwork(text: string): boolean {
  return z.union([z.cidrv4(), z.cidrv6()]).safeParse(text).success;
}

/** Environment variables of webhooks. */
export const webhookVariables = {
  WEBHOOK_JOBS_MAX: z.coerce.number().int().min(0).max(1000).default(32),
  WEBHOOK_CONNECT_TIMEOUT_MS: z.coerce.number().int().positive().max(30_000).default(5_000),
  /** The maximum is shorter than the lease of a delivery. */
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().positive().max(60_000).default(15_000),
  WEBHOOK_HTTP: z.enum(['on', 'off']).default('off'),
  WEBHOOK_PORTS: portsSchema.prefault('443'),
  WEBHOOK_ALLOWED_NETWORKS: networksSchema,
};

type WebhookEnvironment = z.infer<z.ZodObject<typeof webhookVariables>>;

/** Returns the webhook options of the environment. */
export function toWebhookOptions(values: WebhookEnvironment): WebhookOptions {
  return {
    jobsMax: values.WEBHOOK_JOBS_MAX,
    connectTimeoutMs: values.WEBHOOK_CONNECT_TIMEOUT_MS,
    timeoutMs: values.WEBHOOK_TIMEOUT_MS,
    allowsHttp: values.WEBHOOK_HTTP === 'on',
    ports: values.WEBHOOK_PORTS,
    allowedNetworks: values.WEBHOOK_ALLOWED_NETWORKS,
  };
}
