import { describeApi } from '../../../src/rest-compat/docs/openapi.ts';

/** All names in the OpenAPI description, which are all that a v4 client can know. */
export type V4Names = {
  /** Members of bodies, each as often as it occurs. */
  members: string[];
  /** Parameters, headers and enum values, without the members. */
  others: string[];
  /** Operations, for example `GET /api/v4/business/detail`. */
  operations: string[];
};

export function readV4Names(): V4Names {
  const names: V4Names = { members: [], others: [], operations: [] };
  walk(describeApi(), (key, value) => {
    if (key === 'properties') names.members.push(...keysOf(value));
    else if (key === 'enum' || key === 'const') names.others.push(...[value].flat().map(String));
    else if (key === 'name') names.others.push(String(value));
    else if (key.startsWith('/'))
      names.operations.push(...keysOf(value).map((method) => `${method.toUpperCase()} ${key}`));
  });
  return names;
}

function walk(value: unknown, visit: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries<unknown>({ ...value })) {
    if (SAID_OF_THEM.has(key)) continue;
    visit(key, inner);
    walk(inner, visit);
  }
}

/** Members of the description that contain texts or values instead of v4 names. */
const SAID_OF_THEM = new Set(['info', 'tags', 'examples', 'example']);

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
