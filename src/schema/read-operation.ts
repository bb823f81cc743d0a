/** What a request asks to run. */
export type Operation = {
  query: string;
  operationName: string | null | undefined;
  variables: Readonly<Record<string, unknown>>;
};

/** The operation that a body names in the common way; undefined for any other body, right or wrong. */
export function readOperation(body: Buffer): Operation | undefined {
  const request = parseObject(body);
  if (request === undefined) return undefined;
  const { query, operationName, variables = {}, ...rest } = request;
  if (typeof query !== 'string' || Object.keys(rest).length > 0) return undefined;
  if (typeof operationName !== 'string' && operationName !== undefined && operationName !== null)
    return undefined;
  const values = variables === null ? {} : variables;
  return isObject(values) ? { query, operationName, variables: values } : undefined;
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
