import { DatabaseError, type PoolClient } from 'pg';
import { AppError } from '../../errors.ts';
import { currentWorkScope } from '../../runtime/work-scope.ts';
import { getSocket } from './broken-connections.ts';

/**
 * admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections, disk_full and read_only_sql_transaction: the
 * server is stopping or starting, has no free connection or space, or accepts no writes.
 */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '53300', '53100', '25006']);
/** Class of connection errors. A coordinator of Citus reports them for a worker, without closing its own connection. */
const CONNECTION_ERROR_CLASS = '08';
/** Poolers report every error with this code, and close the connection; a server reports invalid messages with it. */
const PROTOCOL_VIOLATION = '08P01';

/** True when the server reports that it or a worker is unavailable; the statement itself may be valid. */
function isUnavailable({ code = '', severity }: DatabaseError): boolean {
  if (code === PROTOCOL_VIOLATION) return severity === 'FATAL';
  return UNAVAILABLE.has(code) || code.startsWith(CONNECTION_ERROR_CLASS);
}

/** Permanent refusals in the wording of PgBouncer, which uses one code for every connection error. */
const PERMANENT_REFUSAL =
  /unsupported startup parameter|no such (?:database|user)|authentication failed|(?:TLS|SSL)[\w ]* required|does not exist|config error|^not allowed$/i;
/** Permanent refusals by the client: no TLS, an invalid certificate or a missing password. */
const CLIENT_REFUSAL = /does not support SSL|^SASL:/;
const TLS_ERROR_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_(?:GET|VERIFY)|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED)/;

/** True when a connection failed for a reason that may be temporary: not for a wrong password, name or setting. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseError)
    return isUnavailable(error) && !PERMANENT_REFUSAL.test(error.message);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return !TLS_ERROR_CODE.test(code) && !CLIENT_REFUSAL.test(error.message);
}

/** True when a pooler rejects the time limits in the startup packet. */
export function isTimeLimitRefusal(error: unknown): boolean {
  const rejectedLimit =
    /^unsupported startup parameter: (?:statement|lock|idle_in_transaction_session)_timeout/;
  return error instanceof DatabaseError && rejectedLimit.test(error.message);
}

/**
 * Returns the error of a failed statement: AppError `service_unavailable` when its connection broke or the server
 * reported that it is unavailable, otherwise `error`.
 */
export function toStatementFault(error: unknown, client: PoolClient): unknown {
  const isBroken =
    error instanceof DatabaseError ? isUnavailable(error) : getSocket(client)?.destroyed !== false;
  return isBroken ? toConnectionFault(error) : error;
}

/**
 * feature_not_supported, for a changed table, and invalid_sql_statement_name: the prepared statement is outdated or
 * unknown. read_only_sql_transaction: another server may be the primary now.
 */
const UNUSABLE = new Set(['0A000', '26000', '25006']);

/** True when the connection must not be reused: its prepared statements are outdated, or the server closes it. */
export function isConnectionUnusable(error: Error | null): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.severity === 'FATAL' || UNUSABLE.has(error.code ?? '');
}

/**
 * Logs the cause and returns AppError `service_unavailable`; returns an AppError unchanged. When the connection broke
 * during a commit, the transaction may have been committed.
 */
export function toConnectionFault(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  currentWorkScope()?.log?.error({ err: cause }, 'the database could not be used');
  const message = 'The database cannot be reached at the moment. The request may be sent again.';
  return new AppError('service_unavailable', message, { cause });
}
