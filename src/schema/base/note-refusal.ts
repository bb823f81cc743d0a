import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { AppError } from '../../errors.ts';
import type { WorkRecord } from '../../record/work-record.ts';

/** The name of the plugin. */
export const NOTE_REFUSAL = 'noteRefusal';

/**
 * Notes for the request's line in the log why a mutation was not done: its answer is data, in which nobody would find it.
 * It stands behind the errors plugin, which makes that answer of the error.
 */
class NoteRefusalPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (config.parentType !== 'Mutation') return resolve;
    return async (...given) => {
      try {
        return await resolve(...given);
      } catch (error) {
        const [, , ctx] = given;
        if (error instanceof AppError && hasRecord(ctx)) ctx.record?.note(error.code);
        throw error;
      }
    };
  }
}

/** The builder gives every field this context, which a plugin's types cannot say. */
function hasRecord(ctx: object): ctx is { record?: WorkRecord } {
  return 'record' in ctx;
}

SchemaBuilder.registerPlugin(NOTE_REFUSAL, NoteRefusalPlugin);

declare global {
  // biome-ignore lint/style/noNamespace: pothos is told of plugins so.
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      noteRefusal: NoteRefusalPlugin<Types>;
    }
  }
}
