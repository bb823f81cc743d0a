import { z } from 'zod';
import { networksSchema, type PortRange, portsSchema } from './webhook-options.ts';

/** Options for downloading lists from their authorities. */
export type ListOptions = {
  /** URLs by list code, which replace the built-in ones. A list with an empty array is not downloaded. */
  urls: Readonly<Record<string, readonly string[]>>;
  /** Number of hours after which a worker fetches a list again; 0 for never. */
  refreshHours: number;
  /** Maximum size of one file. */
  bytesMax: number;
  /** Time limit for a whole file. */
  timeoutMs: number;
  /** Time limit for a connection on which no data arrives. */
  stallMs: number;
  allowsHttp: boolean;
  ports: readonly PortRange[];
  allowedNetworks: readonly string[];
};

const FILES_MAX = 10;
const URL_LENGTH_MAX = 2048;

/** JSON object, for example `{"sat69b": ["https://…"]}`. */
const listUrlsSchema = z
  .string()
  .default('{}')
  .transform(parseJson)
  .pipe(
    z.record(z.string(), z.array(z.string().max(URL_LENGTH_MAX)).max(FILES_MAX), {
      error: 'must be JSON with an array of addresses for each list',
    }),
  );

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Environment variables for downloading lists. */
export const listVariables = {
  LISTS_URLS: listUrlsSchema,
  LISTS_REFRESH_HOURS: z.coerce.number().int().min(0).max(720).default(0),
  LISTS_FETCH_BYTES_MAX: z.coerce
    .number()
    .int()
    .positive()
    .max(1024 ** 3)
    .default(512 * 1024 * 1024),
  LISTS_FETCH_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(6 * 3_600_000)
    .default(900_000),
  LISTS_FETCH_STALL_MS: z.coerce.number().int().positive().max(600_000).default(30_000),
  LISTS_FETCH_HTTP: z.enum(['on', 'off']).default('off'),
  LISTS_FETCH_PORTS: portsSchema.prefault('443'),
  LISTS_FETCH_ALLOWED_NETWORKS: networksSchema,
};

type ListEnvironment = z.infer<z.ZodObject<typeof listVariables>>;

/** Returns the options for downloading lists from the environment. */
export function toListOptions(values: ListEnvironment): ListOptions {
  return {
    urls: values.LISTS_URLS,
    refreshHours: values.LISTS_REFRESH_HOURS,
    bytesMax: values.LISTS_FETCH_BYTES_MAX,
    timeoutMs: values.LISTS_FETCH_TIMEOUT_MS,
    stallMs: values.LISTS_FETCH_STALL_MS,
    allowsHttp: values.LISTS_FETCH_HTTP === 'on',
    ports: values.LISTS_FETCH_PORTS,
    allowedNetworks: values.LISTS_FETCH_ALLOWED_NETWORKS,
  };
}
