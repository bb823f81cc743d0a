/** `authenticateKey` sends it before it reads the key. */
const SERVICE = /^select "id" from "services" where "name" = \$1$/;

/**
 * True for statements of a request whose results are cached for many requests: `findCredentials`, `findKeyCredentials`
 * and `addPoints`. Tests of their own count them.
 */
export function isCached(statement: string): boolean {
  return (
    statement.includes('"secret_hash"') ||
    statement.includes('into rate_limits') ||
    SERVICE.test(statement)
  );
}
