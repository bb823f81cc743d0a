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

/** Resolver of a field split into its argument check and the rest. */
export type CheckedField = {
  /** Resolves the field without the checks. */
  resolve: GraphQLFieldResolver<unknown, RequestContext>;
  isValid: (args: object) => boolean;
};

/** Split resolvers, by the resolver that does both. */
const checkedFields = new WeakMap<object, CheckedField>();

/** Returns the split resolver; undefined for one that checks nothing, or does more than check. */
export function findCheckedField(resolve: object): CheckedField | undefined {
  return checkedFields.get(resolve);
}

/** Name of the plugin. */
export const CHECKED_ARGUMENTS = 'checkedArguments';

/**
 * Registered before the zod plugin, which checks the arguments of a field again for every object. Keeps the check and
 * the resolver of that plugin separately, so that a compiled plan can check them once for all objects. Input types must
 * not contain checks of their own.
 */
class CheckedArgumentsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): typeof config {
    if (config.kind === 'Arg' || config.pothosOptions.validate === undefined) return config;
    throw new PothosSchemaError(`${config.name}: its checks belong to what takes the input.`);
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): typeof resolve {
    const { validate } = config.pothosOptions;
    const isAlone = Object.values(config.args).every(
      (argument) => !argument.pothosOptions.validate,
    );
    if (config.resolve === undefined || !isSchemaOnly(validate) || !isAlone) return resolve;
    // Validating with the schema itself takes half the time. The full check reports the issues.
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
