import { z } from 'zod';
import { describeApi } from '../../src/rest-compat/docs/openapi.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = { [key: string]: Json };

const objectSchema = z.record(z.string(), z.json());

function toObject(value: unknown): Schema {
  return objectSchema.catch({}).parse(value);
}

/** Describes the bounds of a member; empty when it has none. */
function describeBounds(schema: Schema): string {
  const variants = [schema, ...[schema['anyOf']].flat().map(toObject)];
  return variants
    .flatMap(({ maxItems, maxLength }) => [
      ...(typeof maxItems === 'number' ? [`${maxItems} items`] : []),
      ...(typeof maxLength === 'number' ? [`${maxLength} characters`] : []),
    ])
    .join(', ');
}

/** Returns a line for each request schema: its members with their bounds. */
export function listBodyBounds(): string[] {
  const { schemas } = toObject(toObject(JSON.parse(JSON.stringify(describeApi())))['components']);
  const names = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(toObject(schemas))) {
    if (!/Request|Sent|Input/.test(name)) continue;
    for (const [member, value] of Object.entries(toObject(toObject(schema)['properties']))) {
      const bounds = describeBounds(toObject(value));
      if (bounds === '') continue;
      const key = `${name}|${bounds}`;
      names.set(key, [...(names.get(key) ?? []), `\`${member}\``]);
    }
  }
  const lines = new Map<string, string[]>();
  for (const [key, members] of names) {
    const [name = '', bounds = ''] = key.split('|');
    lines.set(name, [...(lines.get(name) ?? []), `${members.join(', ')} ${bounds}`]);
  }
  return [...lines].map(([name, parts]) => `- \`${name}\`: ${parts.join('; ')}`);
}
