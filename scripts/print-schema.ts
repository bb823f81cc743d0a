import { writeFile } from 'node:fs/promises';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/schema/index.ts';
import { renderGraphqlEnv } from '../tools/graphql-env.ts';

// Sorted, so that the order of definitions in the code does not change the committed files.
const sdl = `${printSchema(lexicographicSortSchema(schema))}\n`;
await writeFile('schema.graphql', sdl);
await writeFile('examples/web/src/graphql-env.d.ts', renderGraphqlEnv(sdl));
