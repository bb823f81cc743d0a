import { ID_PARAMETERS } from './trusted-documents.ts';

/** Operation of a request body. */
export type Operation = {
  /** Parsed body, with the document text as `query` or the id of a trusted document. */
  body: object;
  operationName: string | null | undefined;
  variables: Readonly<Record<string, unknown>>;
};

/** Reads the operation of a request body. Undefined for an unusual body, valid or not, which Yoga handles. */
export function readOperation(body: Buffer): Operation | undefined {
  const request = parseObject(body);
  if (request === undefined) return undefined;
  const { operationName, query, extensions, variables } = request;
  if (!isText(operationName) || !isText(query)) return undefined;
  for (const name in request) if (!KNOWN_MEMBERS.has(name)) return undefined;
  const values = variables ?? {};
  const hasObjects = isObject(values) && isObject(extensions ?? {});
  return hasObjects ? { body: request, operationName, variables: values } : undefined;
}

const KNOWN_MEMBERS = new Set([
  'query',
  'operationName',
  'variables',
  'extensions',
  ...ID_PARAMETERS,
]);

function isText(value: unknown): value is string | null | undefined {
  return typeof value === 'string' || value === undefined || value === null;
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
