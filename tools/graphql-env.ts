import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

/** The SDL as a type, from which gql.tada derives the types of operations. Its own command needs TypeScript 6. */
export function renderGraphqlEnv(sdl: string): string {
  const introspection = introspectionFromSchema(buildSchema(sdl), { oneOf: true });
  return outputIntrospectionFile(minifyIntrospection(introspection), {
    fileType: '.d.ts',
    shouldPreprocess: true,
  });
}
