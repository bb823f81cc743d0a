import { z } from 'zod';
import { describeApi } from '../../src/rest-compat/docs/openapi.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = { [key: string]: Json };

const objectSchema = z.record(z.string(), z.json());

function objectOf(value: unknown): Schema {
  return objectSchema.catch({}).parse(value);
}

/** Returns the bounds of one member in words, or an empty text. */
function boundsOf(schema: Schema): string {
  const variants = [schema, ...[schema['anyOf']].flat().map(objectOf)];
  return variants
    .flatMap(({ maxItems, maxLength }) => [
      ...(typeof maxItems === 'number' ? [`${maxItems} items`] : []),
      ...(typeof maxLength === 'number' ? [`${maxLength} characters`] : []),
    ])
    .join(', ');
}

/** Returns rows of the request members that have bounds: schema, member, bound. */
export function listBodyBounds(): string[][] {
  const { schemas } = objectOf(objectOf(JSON.parse(JSON.stringify(describeApi())))['components']);
  const names = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(objectOf(schemas))) {
    if (!/Request|Sent|Input/.test(name)) continue;
    for (const [member, value] of Object.entries(objectOf(objectOf(schema)['properties']))) {
      const bounds = boundsOf(objectOf(value));
      if (bounds === '') continue;
      const key = `${name}|${bounds}`;
      names.set(key, [...(names.get(key) ?? []), `\`${member}\``]);
    }
  }
  return [...names].map(([key, members]) => {
    const [name = '', bounds = ''] = key.split('|');
    return [`\`${name}\``, members.join(', '), bounds];
  });
}
