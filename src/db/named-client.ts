import { type RawBuilder, sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';

const NAMES_MAX = 200;

/**
 * Stands at the front of a select whose best plan depends on its values, or whose text has many forms: it
 * is planned each time, and takes no name.
 */
export const PLANNED_ANEW: RawBuilder<unknown> = sql`/* planned anew */`;
const PLANNED_ANEW_START = 'select /* planned anew */';

/**
 * A pg client that sends every query with parameters as a named prepared statement, parsed and planned once
 * a connection. The names of a connection are bounded: past NAMES_MAX texts, further ones go unnamed.
 */
export class NamedClient extends Client {
  readonly #names = new Map<string, string>();

  constructor(config?: string | ClientConfig) {
    super(config);
    // pg closes a statement whose value cannot be sent, and then takes it for one that is parsed.
    this.connection.close = () => undefined;
  }

  // biome-ignore format: the overloads of pg's query are one value here.
  override query: typeof Client.prototype.query = ((...args: unknown[]) => {
    const [text, values, callback] = args;
    // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply gives it its receiver.
    const query = Client.prototype.query;
    if (typeof text !== 'string' || !Array.isArray(values)) return Reflect.apply(query, this, args);
    if (values.length === 0) return Reflect.apply(query, this, [text, ...args.slice(2)]);
    const name = this.nameOf(text);
    const config = name === undefined ? { text, values } : { name, text, values };
    return Reflect.apply(query, this, callback === undefined ? [config] : [config, callback]);
  });

  /** The name of a statement with parameters on this connection; undefined where it has none. */
  nameOf(text: string): string | undefined {
    if (text.startsWith(PLANNED_ANEW_START)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= NAMES_MAX) return known;
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}
