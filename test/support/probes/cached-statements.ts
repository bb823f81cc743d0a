/** `authenticateKey` sends it before it reads the key. */
const SERVICE = /^select "id" from "services" where "name" = \$1$/;

/**
 * True for statements whose results are cached for several requests: `findCredentials`, `findKeyCredentials` and
 * `consumePoints`. Other tests count them.
 */
export function isCached(statement: string): boolean {
  return (
    statement.includes('"secret_hash"') ||
    statement.includes('into rate_limits') ||
    SERVICE.test(statement)
  );
}
