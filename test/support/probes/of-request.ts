/** What a worker sends beside the requests. */
const BESIDE = /(from|update) jobs\b|on conflict \(service_id, task, key\) do nothing|as "isUsed"/;
/** What `identifyKey` asks before it looks for the key. */
const SERVICE = /^select "id" from "services" where "name" = \$1$/;

/**
 * Whether a statement is a request's own. `findCredentials`, `findKeyCredentials` and `addPoints` come once in a while
 * for many requests, and are counted by their own tests.
 */
export function isOfRequest(statement: string): boolean {
  return !(
    statement.includes('"secret_hash"') ||
    statement.includes('into rate_limits') ||
    SERVICE.test(statement) ||
    BESIDE.test(statement)
  );
}
