import { DatabaseError, type PoolClient } from 'pg';
import { AppError } from '../../errors.ts';
import { currentWorkScope } from '../../runtime/work-scope.ts';
import { socketOf } from './broken-connections.ts';

/**
 * admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections, and read_only_sql_transaction: the server ends
 * or begins, has no room, or is one that takes no writes.
 */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300', '25006']);
/** Of connections, whatever is wrong with them: poolers have no other, and end the connection with it. */
const CONNECTION_CLASS = '08';

/** Whether the server says that it cannot serve at the moment, whatever it was asked. */
function saysAway({ code = '', severity }: DatabaseError): boolean {
  return AWAY.has(code) || (code.startsWith(CONNECTION_CLASS) && severity === 'FATAL');
}

/** Refusals by settings, in the words of pgbouncer, which has one code for everything that is wrong with a connection. */
const REFUSED_BY_SETTINGS =
  /unsupported startup parameter|no such (?:database|user)|authentication failed|(?:TLS|SSL)[\w ]* required|does not exist|config error|^not allowed$/i;
/** The same where the client finds out: TLS is not offered, a certificate is not valid, or a password is missing. */
const REFUSED_BY_CLIENT = /does not support SSL|^SASL:/;
const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_(?:GET|VERIFY)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED)/;

/** True when a connection failed for a reason that may pass by itself: not for a wrong password, name or setting. */
export function mayComeBack(error: unknown): boolean {
  if (error instanceof DatabaseError)
    return saysAway(error) && !REFUSED_BY_SETTINGS.test(error.message);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return !TLS_CODE.test(code) && !REFUSED_BY_CLIENT.test(error.message);
}

/** True when a pooler refuses the time limits that a connection asks for at its start. */
export function refusesLimits(error: unknown): boolean {
  const refused =
    /^unsupported startup parameter: (?:statement|lock|idle_in_transaction_session)_timeout/;
  return error instanceof DatabaseError && refused.test(error.message);
}

/** What a statement came to that failed with `error`: AppError `service_unavailable` where its connection broke, or the error. */
export function toStatementFault(error: unknown, client: PoolClient): unknown {
  const isAway =
    error instanceof DatabaseError ? saysAway(error) : socketOf(client)?.destroyed !== false;
  return isAway ? toConnectionFault(error) : error;
}

/**
 * feature_not_supported, for a changed table, and invalid_sql_statement_name: the server has parsed another, or none. And
 * read_only_sql_transaction: another server may be the one that takes writes by now.
 */
const OUTDATED = new Set(['0A000', '26000', '25006']);

/** Whether the connection fails the next one too: its statement must be parsed anew, or the server has said its last word. */
export function isLasting(error: Error | null): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.severity === 'FATAL' || OUTDATED.has(error.code ?? '');
}

/** The failure of a request that gets no connection, or whose connection broke: then nobody knows whether its commit came to pass. */
export function toConnectionFault(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  currentWorkScope()?.log?.error({ err: cause }, 'the database could not be used');
  const message = 'The database cannot be reached at the moment. The request may be sent again.';
  return new AppError('service_unavailable', message, { cause });
}
