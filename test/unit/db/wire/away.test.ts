import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { isTransient } from '../../../../src/db/hosts/connection-fault.ts';

function fatal(message: string, code: string): DatabaseError {
  const error = new DatabaseError(message, 0, 'error');
  return Object.assign(error, { severity: 'FATAL', code });
}

it.each([
  fatal('the database system is starting up', '57P03'),
  fatal('sorry, too many clients already', '53300'),
  Object.assign(new DatabaseError('could not extend file', 0, 'error'), { code: '53100' }),
  fatal('server login has been failing, try again later (server_login_retry)', '08P01'),
  fatal('pgbouncer cannot connect to server', '08P01'),
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }),
  new Error('Connection terminated due to connection timeout'),
])('waiting may mend: %s', (error) => {
  expect(isTransient(error)).toBe(true);
});

it.each([
  fatal('password authentication failed for user "gateway"', '28P01'),
  fatal('database "gateway" does not exist', '3D000'),
  fatal('unsupported startup parameter: search_path', '08P01'),
  fatal('no such database: gateway', '08P01'),
  fatal('no such user: gateway', '08P01'),
  fatal('SASL authentication failed', '08P01'),
  fatal('bouncer config error', '08P01'),
  fatal('SSL required', '08P01'),
  fatal('TLS connection required', '08P01'),
  fatal('server login has been failing, cached error: role "gateway" does not exist', '08P01'),
  new Error('The server does not support SSL connections'),
  new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
  Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
  Object.assign(new Error('name'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
  'no error',
])('waiting does not mend: %s', (error) => {
  expect(isTransient(error)).toBe(false);
});
