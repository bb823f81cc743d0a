import { DatabaseError, type PoolClient } from 'pg';
import { AppError } from '../../errors.ts';
import { currentRecord } from '../../runtime/work-scope.ts';
import { socketOf } from './broken-connections.ts';

/**
 * admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections, and read_only_sql_transaction: the server ends
 * or begins, has no room, or is one that takes no writes.
 */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300', '25006']);
/** SQLSTATE class of connection errors, which poolers use for every error before they close the connection. */
const CONNECTION_CLASS = '08';

/** True when the server reports that it cannot serve now, independent of the statement. */
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

/** True when a pooler rejects the time limits that a connection sets at its start. */
export function refusesLimits(error: unknown): boolean {
  const refused =
    /^unsupported startup parameter: (?:statement|lock|idle_in_transaction_session)_timeout/;
  return error instanceof DatabaseError && refused.test(error.message);
}

/**
 * Returns the error of a failed statement: AppError `service_unavailable` when its connection broke, otherwise the
 * error itself.
 */
export function statementFault(error: unknown, client: PoolClient): unknown {
  const isAway =
    error instanceof DatabaseError ? saysAway(error) : socketOf(client)?.destroyed !== false;
  return isAway ? awayBy(error) : error;
}

/**
 * feature_not_supported, for a changed table, and invalid_sql_statement_name: the server has parsed another, or none. And
 * read_only_sql_transaction: another server may be the one that takes writes by now.
 */
const OUTDATED = new Set(['0A000', '26000', '25006']);

/** True when the connection must not be reused: a statement must be prepared again, or the server is closing. */
export function isLasting(error: Error | null): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.severity === 'FATAL' || OUTDATED.has(error.code ?? '');
}

/**
 * Returns the error of a request without a connection, or with a broken one: the outcome of its commit is then unknown.
 */
export function awayBy(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  currentRecord()?.log?.error({ err: cause }, 'the database could not be used');
  const message = 'The database cannot be reached at the moment. The request may be sent again.';
  return new AppError('service_unavailable', message, { cause });
}
