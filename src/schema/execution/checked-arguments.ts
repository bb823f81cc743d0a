import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  PothosSchemaError,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { RequestContext } from '../../context.ts';
import { findSchemaOfChecks } from '../../validation/validate.ts';

/** Resolver of a field, split into its argument check and the rest. */
export type CheckedField = {
  /** Resolves the field without checking the arguments. */
  resolve: GraphQLFieldResolver<unknown, RequestContext>;
  isValid: (args: object) => boolean;
};

/** Split resolvers, by the resolver that does both. */
const checkedFields = new WeakMap<object, CheckedField>();

/**
 * Returns the split resolver. Undefined when the arguments of the field are unchecked, or checked by more than a
 * schema.
 */
export function findCheckedField(resolve: object): CheckedField | undefined {
  return checkedFields.get(resolve);
}

/** Name of the plugin. */
export const CHECKED_ARGUMENTS = 'checkedArguments';

/**
 * Stores the argument check and the resolver of each field separately, so that a compiled plan checks the arguments
 * once per execution. The zod plugin, before which this plugin is registered, checks them again for every object.
 * Checks on input types are rejected, because a split field would skip them.
 */
class CheckedArgumentsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): typeof config {
    if (config.kind === 'Arg' || config.pothosOptions.validate === undefined) return config;
    throw new PothosSchemaError(
      `${config.name}: declare its checks on the field or argument that takes the input.`,
    );
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): typeof resolve {
    const { validate } = config.pothosOptions;
    const areArgumentsUnchecked = Object.values(config.args).every(
      (argument) => !argument.pothosOptions.validate,
    );
    if (config.resolve === undefined || !isSchemaOnly(validate) || !areArgumentsUnchecked)
      return resolve;
    // The bare schema validates in half the time. On failure graphql-js runs the full check, which reports the issues.
    const schema = findSchemaOfChecks(validate.schema) ?? validate.schema;
    checkedFields.set(resolve, {
      resolve: config.resolve,
      isValid: (args) => schema.safeParse(args).success,
    });
    return resolve;
  }
}

type SchemaOnly = { schema: object & { safeParse: (value: unknown) => { success: boolean } } };

function isSchemaOnly(options: unknown): options is SchemaOnly {
  const names = typeof options === 'object' && options !== null ? Object.keys(options) : [];
  return names.length === 1 && names[0] === 'schema';
}

SchemaBuilder.registerPlugin(CHECKED_ARGUMENTS, CheckedArgumentsPlugin);

declare global {
  // biome-ignore lint/style/noNamespace: the extension point of pothos plugins.
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      checkedArguments: CheckedArgumentsPlugin<Types>;
    }
  }
}
