import { Client, type ClientConfig } from 'pg';
import { readPlanHint } from './plan-hint.ts';
import { DEFAULT_PLAN_MODE } from './plan-mode.ts';
import type { ServerStatement } from './statement-batch.ts';

declare module 'pg' {
  // Missing in the types of pg.
  interface Client {
    /** Backend process id, by which a statement of this connection can be cancelled. */
    readonly processID: number;
  }
}

const NAMES_MAX = 200;

/**
 * Client that sends every query with parameters as a named prepared statement, which is parsed and planned once for
 * each connection. At most NAMES_MAX texts are named; further ones are sent unnamed.
 */
export class NamedClient extends Client {
  readonly #statements = new Map<string, ServerStatement>();
  #isDirect = false;

  constructor(config?: string | ClientConfig) {
    super(config);
    // Where a value cannot be sent, pg closes the statement on the server but still treats it as parsed.
    this.connection.close = () => undefined;
    // Deferred, so that the owner of the connection sends its query first: pg warns when two queries are queued.
    this.once('connect', () => queueMicrotask(() => this.#noteWhoAnswers()));
  }

  // biome-ignore format: the overloads of pg's query are one value here.
  override query: typeof Client.prototype.query = ((...args: unknown[]) => {
    const [text, values, callback] = args;
    // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply gives it its receiver.
    const query = Client.prototype.query;
    if (typeof text !== 'string' || !Array.isArray(values)) return Reflect.apply(query, this, args);
    if (values.length === 0) return Reflect.apply(query, this, [text, ...args.slice(2)]);
    const name = this.#named(text)?.name;
    const config = name === undefined ? { text, values } : { name, text, values };
    return Reflect.apply(query, this, callback === undefined ? [config] : [config, callback]);
  });

  /** True when this connection has a server process of its own, which uses generic plans by default. */
  get usesGenericPlans(): boolean {
    return this.#isDirect;
  }

  /** Prepared statement of a text with parameters; undefined when it is not named. */
  findStatement(text: string): ServerStatement | undefined {
    const named = this.#named(text);
    return named === undefined || this.#isDirect ? named : { ...named, shape: undefined };
  }

  #named(text: string): ServerStatement | undefined {
    const existing = this.#statements.get(text);
    if (existing !== undefined || this.#statements.size >= NAMES_MAX) return existing;
    if (readPlanHint(text) !== undefined) return undefined;
    const statement = { name: `s${this.#statements.size + 1}`, text, shape: undefined };
    this.#statements.set(text, statement);
    return statement;
  }

  /**
   * Detects a pooler and configures a direct connection. PostgreSQL rejects a prepared statement whose column types
   * have changed, so columns are described once; but a pooler may parse it again in another server process without an
   * error, so that the shape is not cached there. The process ids of such servers differ from the one that the
   * connection reported. A direct connection disables JIT compilation, which some servers use for statements they
   * consider long and which takes many times as long as any of the gateway's statements, and custom plans (see
   * `PlanMode`). Poolers reject these settings in the startup packet unless configured.
   */
  #noteWhoAnswers(): void {
    super.query<{ pid: number }>(
      `select pg_backend_pid() as pid, case pg_backend_pid() when ${this.processID}
        then set_config('jit', 'off', false) || set_config('plan_cache_mode', '${DEFAULT_PLAN_MODE}', false) end`,
      (error: Error | null, result) => {
        this.#isDirect = error === null && result.rows[0]?.pid === this.processID;
      },
    );
  }
}
