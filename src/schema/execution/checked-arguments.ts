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

/** A field that checks its arguments before it is resolved, taken apart. */
export type CheckedField = {
  /** Resolves without the checks. */
  resolve: GraphQLFieldResolver<unknown, RequestContext>;
  isValid: (args: object) => boolean;
};

/** By the resolver that does both. */
const checkedFields = new WeakMap<object, CheckedField>();

/** Undefined for a resolver that checks nothing, or does more than to check. */
export function findCheckedField(resolve: object): CheckedField | undefined {
  return checkedFields.get(resolve);
}

/** The name of the plugin. */
export const CHECKED_ARGUMENTS = 'checkedArguments';

/**
 * Stands before the zod plugin, which checks the arguments of a field again for every object that has it. Keeps both
 * halves of what that plugin makes, for who checks them once for all objects. No checks may hide inside an
 * input type.
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
    // The schema itself validates in half the time. The full check reports what is wrong.
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
  // biome-ignore lint/style/noNamespace: pothos is told of plugins so.
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      checkedArguments: CheckedArgumentsPlugin<Types>;
    }
  }
}
