import { z } from 'zod';

/** Named schemas of the OpenAPI document. */
export type SchemaBook = {
  /** Returns a schema as JSON Schema, with references to named schemas. */
  toJsonSchema: (schema: z.ZodType, io: 'input' | 'output') => object;
  /** Returns the named schemas, by name. */
  list: () => Record<string, object>;
};

/**
 * Creates a collection of the schemas named by `.meta({ id })`. Throws when two different schemas have the same name,
 * including the input and output forms of one schema when they differ.
 */
export function createSchemaBook(): SchemaBook {
  const definitions = new Map<string, string>();
  return {
    toJsonSchema: (schema, io) => {
      const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io });
      for (const [name, definition] of Object.entries($defs)) {
        const text = JSON.stringify(definition);
        if ((definitions.get(name) ?? text) !== text)
          throw new Error(`Two schemas are named ${name}.`);
        definitions.set(name, text);
      }
      return parse(JSON.stringify(own));
    },
    list: () =>
      Object.fromEntries(
        [...definitions]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([name, text]) => [name, parse(text)]),
      ),
  };
}

const anyObject = z.record(z.string(), z.unknown());

function parse(text: string): object {
  return anyObject.parse(JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')));
}
