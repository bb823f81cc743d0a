import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/schema/index.ts';

// Sorted, so that the committed file changes only where the graph does.
await writeFile('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);
