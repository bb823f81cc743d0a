import { fileURLToPath } from 'node:url';
import type { CompiledQuery } from 'kysely';
import { loadModule } from 'libpg-query';
import { Client } from 'pg';
import { inject } from 'vitest';
import { PipelinedConnection } from '../../../../src/db/wire/pipelined-connection.ts';
import { currentRowScope, type RowScope } from '../../../../src/runtime/work-scope.ts';
import { isAccepted } from './accepted-statements.ts';
import { findFaults, touchesTenants } from './statement-faults.ts';

/** Statement of the gateway that a cluster would reject, and its sender: `src/db/queries/….ts listUsers`. */
export type Offence = { sender: string; faults: string[]; statement: string };

type Watch = {
  /** What is wrong with each text that was sent; each is looked at once. */
  known: Map<string, string[]>;
  /** Whether a text touches tables of services. */
  touching: Map<string, boolean>;
  offences: Map<string, Offence>;
};

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** What carries a statement, whoever sends it. */
const CARRIERS = [
  'node_modules/',
  'src/db/batching/',
  'src/db/hosts/',
  'src/db/staging/client-connection.ts',
  'src/db/statements/',
  'src/db/transaction.ts',
  'src/db/wire/',
  'src/runtime/',
  'test/support/probes/statements/',
];
let kept: Watch | undefined;

/**
 * Checks every statement that the gateway sends from this process from now on by the rules of
 * docs/contribute/database.md. Ignores statements of tests. The returned function returns the offences since its last
 * call.
 */
export async function watchStatements(): Promise<() => Offence[]> {
  await loadModule();
  const watch = (kept ??= startWatch());
  return () => {
    const offences = [...watch.offences.values()];
    watch.offences.clear();
    return offences;
  };
}

function startWatch(): Watch {
  const watch: Watch = { known: new Map(), touching: new Map(), offences: new Map() };
  // oxlint-disable-next-line typescript/unbound-method -- Each call gives it its receiver.
  const { executeQuery } = PipelinedConnection.prototype;
  PipelinedConnection.prototype.executeQuery = new Proxy(executeQuery, {
    apply: (target, self: PipelinedConnection, args: [CompiledQuery]) => {
      note(watch, args[0].sql);
      noteRows(watch, self, args[0]);
      return Reflect.apply(target, self, args);
    },
  });
  // oxlint-disable-next-line typescript/unbound-method -- Each call gives it its receiver.
  const query = Client.prototype.query;
  Client.prototype.query = new Proxy(query, {
    apply: (target, self, args: unknown[]) => {
      const sent = textOf(args[0]);
      if (sent !== undefined) note(watch, sent);
      return Reflect.apply(target, self, args);
    },
  });
  return watch;
}

/** Batches are noted before they are put together. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  const isPlain = typeof query === 'object' && query !== null && !('submit' in query);
  return isPlain && 'text' in query && typeof query.text === 'string' ? query.text : undefined;
}

function note({ known, offences }: Watch, statement: string): void {
  const faults = known.get(statement) ?? look(statement);
  known.set(statement, faults);
  if (faults.length === 0) return;
  const sender = findSender();
  if (sender === undefined || isAccepted(sender)) return;
  offences.set(`${sender} ${faults.join()}`, { sender, faults, statement });
}

/**
 * Notes what a gateway asks for that it would be answered with no rows by row-level security: of another service than
 * the one that was said, or where none was said.
 */
function noteRows(watch: Watch, connection: PipelinedConnection, statement: CompiledQuery): void {
  const { client } = connection;
  if (!(client instanceof Client) || client.user !== inject('servedRole')) return;
  const rowsOf = currentRowScope();
  const fault = rowsOf === undefined ? withoutRows(watch, statement) : ofOthers(statement, rowsOf);
  if (fault === undefined) return;
  const sender = findSender();
  if (sender === undefined) return;
  const { sql } = statement;
  watch.offences.set(`${sender} ${fault}`, { sender, faults: [fault], statement: sql });
}

function withoutRows({ touching }: Watch, { sql }: CompiledQuery): string | undefined {
  const touches = touching.get(sql) ?? looksAtTenants(sql);
  touching.set(sql, touches);
  return touches ? 'nobody said whose rows it is about' : undefined;
}

const PINNED = /service_id"? = \$(\d+)/g;

function ofOthers({ sql, parameters }: CompiledQuery, rowsOf: RowScope): string | undefined {
  if (rowsOf === 'all_services') return undefined;
  const others = [...sql.matchAll(PINNED)].some(([, place]) => {
    const asked = parameters[Number(place) - 1];
    return asked !== rowsOf && asked !== SHARED;
  });
  return others ? 'it is about the rows of another service than was said' : undefined;
}

/** What all services share, as lists, has this in place of a service. */
const SHARED = 0;

function looksAtTenants(statement: string): boolean {
  try {
    return touchesTenants(statement);
  } catch {
    return false;
  }
}

/** What PostgreSQL cannot read either it says itself. */
function look(statement: string): string[] {
  try {
    return findFaults(statement);
  } catch {
    return [];
  }
}

const FRAME =
  /^\s*at (?:async )?(?:(?<name>\S+) (?:\[as \S+\] )?\()?(?:file:\/\/)?(?<path>[^():]+):\d+:\d+\)?$/;

/** The nearest function of the gateway that asked for it; undefined where a test did. */
function findSender(): string | undefined {
  const places = stackOf().flatMap((line) => {
    const { name = '', path = '' } = FRAME.exec(line)?.groups ?? {};
    return path.startsWith(ROOT) ? [`${path.slice(ROOT.length)} ${name}`.trimEnd()] : [];
  });
  const sender = places.find((place) => !CARRIERS.some((carrier) => place.startsWith(carrier)));
  if (sender?.startsWith('src/') !== true) return undefined;
  // Of a function without a name, the one that it is in.
  const isNamed = sender.includes(' ');
  return isNamed ? sender : (places.find((place) => place.startsWith(`${sender} `)) ?? sender);
}

/** With what awaits it. */
function stackOf(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const { stack = '' } = new Error('Where from.');
  Error.stackTraceLimit = limit;
  return stack.split('\n');
}
