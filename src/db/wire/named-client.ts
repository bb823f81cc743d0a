import { Client, type ClientConfig } from 'pg';
import { readPlanHint } from './plan-hint.ts';
import {
  CLUSTER_PLAN_MODE,
  DEFAULT_PLAN_MODE,
  type DefaultPlanModes,
  toPlanModes,
  UNDETECTED_PLAN_MODES,
} from './plan-mode.ts';
import type { ServerStatement } from './statement-batch.ts';

declare module 'pg' {
  // Missing in the types of pg.
  interface Client {
    /** Backend process id, by which a statement of this connection can be cancelled. */
    readonly processID: number;
  }
}

/** Maximum number of texts that a connection names. It bounds the plans that its server process keeps. */
const NAMES_MAX = 200;

/**
 * True for databases of this process that are Citus clusters, by `host:port/database`; absent until a connection has
 * detected it.
 */
const clusters = new Map<string, boolean>();

/**
 * Client that sends every query with parameters as a named prepared statement, which is parsed and planned once for
 * each connection. At most NAMES_MAX texts are named; further ones, and statements with a plan hint, are sent unnamed.
 */
export class NamedClient extends Client {
  readonly #statements = new Map<string, ServerStatement>();
  #isDirect = false;
  #planModes: DefaultPlanModes;

  constructor(config?: string | ClientConfig) {
    super(config);
    const isCluster = clusters.get(this.#databaseKey);
    this.#planModes =
      isCluster === undefined ? UNDETECTED_PLAN_MODES : toPlanModes({ isDirect: false, isCluster });
    // When a value cannot be encoded, pg would close the statement on the server but still treat it as parsed.
    this.connection.close = () => undefined;
    // Deferred, so that the owner of the connection sends its query first: pg warns when two queries are queued.
    this.once('connect', () => queueMicrotask(() => this.#detectServer()));
  }

  // biome-ignore format: the overloads of pg's query are one value here.
  override query: typeof Client.prototype.query = ((...args: unknown[]) => {
    const [text, values, callback] = args;
    // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply gives it its receiver.
    const query = Client.prototype.query;
    if (typeof text !== 'string' || !Array.isArray(values)) return Reflect.apply(query, this, args);
    if (values.length === 0) return Reflect.apply(query, this, [text, ...args.slice(2)]);
    const name = this.#prepare(text)?.name;
    const config = name === undefined ? { text, values } : { name, text, values };
    return Reflect.apply(query, this, callback === undefined ? [config] : [config, callback]);
  });

  get #databaseKey(): string {
    return `${this.host}:${this.port}/${this.database ?? ''}`;
  }

  get planModes(): DefaultPlanModes {
    return this.#planModes;
  }

  /**
   * Returns the prepared statement of a text with parameters; undefined when it is sent unnamed. Behind a pooler it has
   * no cached row shape.
   */
  findStatement(text: string): ServerStatement | undefined {
    const statement = this.#prepare(text);
    return statement === undefined || this.#isDirect
      ? statement
      : { ...statement, shape: undefined };
  }

  /** Returns the statement of the text, naming it when it is new; undefined when it must be sent unnamed. */
  #prepare(text: string): ServerStatement | undefined {
    const existing = this.#statements.get(text);
    if (existing !== undefined || this.#statements.size >= NAMES_MAX) return existing;
    if (readPlanHint(text) !== undefined) return undefined;
    const statement = { name: `s${this.#statements.size + 1}`, text, shape: undefined };
    this.#statements.set(text, statement);
    return statement;
  }

  /**
   * Detects a pooler and a Citus cluster, and configures a direct connection. Behind a pooler, the process id of the
   * server differs from the one that the connection reported.
   *
   * A direct connection has the columns of a statement described once, because PostgreSQL rejects a prepared statement
   * whose column types have changed. A pooler may parse the statement again in another server process without an error,
   * so its shape is not cached there.
   *
   * A direct connection also sets the default `PlanMode`, and disables JIT compilation: compiling takes many times as
   * long as any statement of the gateway. These settings are not in the startup packet, because poolers reject them
   * there unless configured. `offset 0` makes PostgreSQL search for the extension once.
   */
  #detectServer(): void {
    super.query<{ pid: number; isCluster: boolean }>(
      `select pg_backend_pid() as pid, "isCluster", case pg_backend_pid() when ${this.processID} then
          set_config('jit', 'off', false) || set_config('plan_cache_mode',
            case when "isCluster" then '${CLUSTER_PLAN_MODE}' else '${DEFAULT_PLAN_MODE}' end, false) end
        from (select exists (select from pg_extension where extname = 'citus') as "isCluster" offset 0) server`,
      (error: Error | null, result) => {
        const [server] = error === null ? result.rows : [];
        if (server === undefined) return;
        this.#isDirect = server.pid === this.processID;
        this.#planModes = toPlanModes({ ...server, isDirect: this.#isDirect });
        clusters.set(this.#databaseKey, server.isCluster);
      },
    );
  }
}
