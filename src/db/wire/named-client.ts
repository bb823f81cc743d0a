import { Client, type ClientConfig } from 'pg';
import { readPlanHint } from './plan-hint.ts';
import { DEFAULT_PLAN_MODE } from './plan-mode.ts';
import type { ServerStatement } from './statement-batch.ts';

declare module 'pg' {
  // What its types leave out.
  interface Client {
    /** Backend process id, by which a statement of this connection can be cancelled. */
    readonly processID: number;
  }
}

const NAMES_MAX = 200;

/**
 * A pg client that sends every query with parameters as a named prepared statement, parsed and planned once
 * a connection. The names of a connection are bounded: past NAMES_MAX texts, further ones go unnamed.
 */
export class NamedClient extends Client {
  readonly #statements = new Map<string, ServerStatement>();
  #isDirect = false;

  constructor(config?: string | ClientConfig) {
    super(config);
    // Where a value cannot be sent, pg closes the statement at the server and yet takes it for one that is parsed.
    this.connection.close = () => undefined;
    // Deferred, so that the owner of the connection sends its query first: pg warns when two queries wait at once.
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

  /** Whether the server at the other end is ours alone, and makes plans for whatever values. */
  get usesGenericPlans(): boolean {
    return this.#isDirect;
  }

  /** A statement with parameters as the server at the other end knows it; undefined where it takes no name. */
  statementOf(text: string): ServerStatement | undefined {
    const named = this.#named(text);
    return named === undefined || this.#isDirect ? named : { ...named, shape: undefined };
  }

  #named(text: string): ServerStatement | undefined {
    const known = this.#statements.get(text);
    if (known !== undefined || this.#statements.size >= NAMES_MAX) return known;
    if (readPlanHint(text) !== undefined) return undefined;
    const statement = { name: `s${this.#statements.size + 1}`, text, shape: undefined };
    this.#statements.set(text, statement);
    return statement;
  }

  /**
   * PostgreSQL refuses a statement that it has parsed where the types of its columns have changed since, so they are
   * described once. But a pooler may have it parsed anew by another server process, and nobody would
   * say that they are others. Its processes have other numbers than the one that it gave when we connected.
   *
   * A process of one's own compiles nothing for a statement, which some servers do where they take it for a long one: that lasts
   * many times as long as any of the gateway's. Nor does it make a plan for the values of each (see `PlanMode`). To ask for it when
   * connecting is refused by a pooler that was not told of it.
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
