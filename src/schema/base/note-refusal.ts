import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { AppError } from '../../errors.ts';
import type { WorkScope } from '../../runtime/work-scope.ts';

/** Name of the plugin in the options of the builder. */
export const NOTE_REFUSAL = 'noteRefusal';

/**
 * Records the error code of a rejected mutation for the access log, because the response carries it only as data.
 * Registered after the errors plugin, which turns the error into data.
 */
class NoteRefusalPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (config.parentType !== 'Mutation') return resolve;
    return async (...resolverArgs) => {
      try {
        return await resolve(...resolverArgs);
      } catch (error) {
        const [, , ctx] = resolverArgs;
        if (error instanceof AppError && hasRecord(ctx)) ctx.record?.noteOutcome(error.code);
        throw error;
      }
    };
  }
}

/** True when the resolver context has a record: the plugin's types do not know the context type. */
function hasRecord(ctx: object): ctx is { record?: WorkScope } {
  return 'record' in ctx;
}

SchemaBuilder.registerPlugin(NOTE_REFUSAL, NoteRefusalPlugin);

declare global {
  // biome-ignore lint/style/noNamespace: the extension point of pothos plugins.
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      noteRefusal: NoteRefusalPlugin<Types>;
    }
  }
}
