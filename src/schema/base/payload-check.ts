import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  PothosSchemaError,
  type SchemaTypes,
} from '@pothos/core';
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
} from 'graphql';
import type { RequestContext } from '../../context.ts';
import { requireScopes } from '../../resolvers/common/require-scopes.ts';
import { PAYLOAD_FIELD_SCOPES, PAYLOAD_SCOPES } from './payload-scopes.ts';
import { listObjectTypes, listSelectedScopes } from './selected-scopes.ts';

/** Name of the plugin in the options of the builder. */
export const PAYLOAD_CHECK = 'payloadCheck';

/**
 * Runs a mutation only when the caller may read every selected field of its result. Fields are resolved
 * after the commit, so a later rejection would report a failure of a change that was made. Registered after
 * the errors plugin, which turns the rejection into data, and before the plugins that validate arguments.
 */
class PayloadCheckPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (config.parentType !== 'Mutation') return resolve;
    return (...resolverArgs) => {
      const [, , ctx, info] = resolverArgs;
      if (!isRequestContext(ctx)) throw new Error('A mutation requires a caller.');
      requireScopes(ctx, listSelectedScopes(info));
      return resolve(...resolverArgs);
    };
  }

  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    const payloadTypes = new Set(listPayloadTypes(schema).map(({ name }) => name));
    const scopedTypes = Object.keys(PAYLOAD_SCOPES);
    const typesOfFields = Object.keys(PAYLOAD_FIELD_SCOPES).map((path) => path.split('.')[0] ?? '');
    // Types without a scope, and scopes of types that no mutation returns.
    const mismatches = new Set([...payloadTypes].filter((name) => !scopedTypes.includes(name)));
    for (const name of [...scopedTypes, ...typesOfFields])
      if (!payloadTypes.has(name)) mismatches.add(name);
    if (mismatches.size === 0) return schema;
    throw new PothosSchemaError(
      `payload-scopes.ts and mutations differ in ${[...mismatches].join()}.`,
    );
  }
}

/** True when the resolver context is a request context: the plugin's types do not know the context type. */
function isRequestContext(ctx: object): ctx is RequestContext {
  return 'caller' in ctx;
}

/** Returns the object types reachable from the results of mutations. */
function listPayloadTypes(schema: GraphQLSchema): GraphQLObjectType[] {
  const payloads = new Set<GraphQLObjectType>();
  const add = (parent: GraphQLObjectType): void => {
    for (const { type } of Object.values(parent.getFields()))
      for (const object of listObjectTypes(schema, getNamedType(type)))
        if (!payloads.has(object)) {
          payloads.add(object);
          add(object);
        }
  };
  const mutations = schema.getMutationType();
  if (mutations) add(mutations);
  return [...payloads];
}

SchemaBuilder.registerPlugin(PAYLOAD_CHECK, PayloadCheckPlugin);

declare global {
  // biome-ignore lint/style/noNamespace: the extension point of pothos plugins.
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      payloadCheck: PayloadCheckPlugin<Types>;
    }
  }
}
