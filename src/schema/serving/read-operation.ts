import { ID_PARAMETERS } from './trusted-documents.ts';

/** Operation that a request contains. */
export type Operation = {
  /** Body, whose members have the text or the id of a trusted document. */
  body: object;
  operationName: string | null | undefined;
  variables: Readonly<Record<string, unknown>>;
};

/** Reads the operation of a body in the common formats; undefined for any other body, valid or not. */
export function readOperation(body: Buffer): Operation | undefined {
  const request = parseObject(body);
  if (request === undefined) return undefined;
  const { operationName, query, extensions, variables } = request;
  if (!isText(operationName) || !isText(query)) return undefined;
  for (const name in request) if (!MEMBERS.has(name)) return undefined;
  const values = variables ?? {};
  const isWhole = isObject(values) && isObject(extensions ?? {});
  return isWhole ? { body: request, operationName, variables: values } : undefined;
}

const MEMBERS = new Set(['query', 'operationName', 'variables', 'extensions', ...ID_PARAMETERS]);

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
