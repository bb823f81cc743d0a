import { type ParsedApiKey, parseApiKey } from './api-keys.ts';

/** Values of the headers as sent; undefined for an absent or repeated header. */
export type KeyHeaders = { apiKey: string | undefined; service: string | undefined };
export type AuthHeaders = KeyHeaders & { authorization: string | undefined };

export type KeyCredentials = ParsedApiKey & { service: string };
export type UserCredentials = KeyCredentials & { token: string };

/** Far above the length of any token that the gateway issues. */
const AUTHORIZATION_LENGTH_MAX = 4096;
const SERVICE_PATTERN = /^[A-Za-z0-9][\w.-]{0,63}$/;

/**
 * Authorization header by RFC 9110, 11.4: the scheme in any case, one or more spaces, then the three parts of a JWT.
 */
const BEARER_PATTERN = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** Parses API key and service; undefined when one is missing or malformed. */
export function parseKeyHeaders(headers: KeyHeaders): KeyCredentials | undefined {
  const { apiKey, service } = headers;
  if (apiKey === undefined || service === undefined) return undefined;
  const key = parseApiKey(apiKey);
  if (key === undefined || !SERVICE_PATTERN.test(service)) return undefined;
  return { ...key, service };
}

/** Returns the token of an Authorization header, unverified; undefined for any other value. */
export function parseBearer(authorization: string | undefined): string | undefined {
  // The length is checked first, so that the regular expression never runs on long text.
  if (authorization === undefined || authorization.length > AUTHORIZATION_LENGTH_MAX)
    return undefined;
  return BEARER_PATTERN.exec(authorization)?.[1];
}

/** Parses all three headers; undefined when one is missing or malformed. */
export function parseAuthHeaders(headers: AuthHeaders): UserCredentials | undefined {
  const token = parseBearer(headers.authorization);
  const key = parseKeyHeaders(headers);
  return token === undefined || key === undefined ? undefined : { ...key, token };
}
