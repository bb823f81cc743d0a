import type { FieldNode, GraphQLField, GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import type { VariableValues } from './known-operation.ts';

/** A field where an operation selects it. */
export type FoundField = {
  field: GraphQLField<unknown, unknown>;
  nodes: FieldNode[];
  parentType: GraphQLObjectType;
};

/** What resolvers are told of their field, whichever object or run it is. */
export type FieldFacts = Omit<GraphQLResolveInfo, 'path' | 'variableValues'>;

export function describeField(
  infos: Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'operation'>,
  { field, nodes, parentType }: FoundField,
): FieldFacts {
  return {
    ...infos,
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    rootValue: undefined,
    getAbortSignal: () => undefined,
    getAsyncHelpers: (): never => {
      throw new Error('A planned field has no helpers.');
    },
  };
}

/** The same for all runs. What differs from one object or run to the next, no field below the root asks for. */
export function infoOfAll(facts: FieldFacts): GraphQLResolveInfo {
  return {
    ...facts,
    get path(): never {
      return refusePath();
    },
    get variableValues(): never {
      throw new Error('A planned field below the root does not know its variables.');
    },
  };
}

/** For one run. */
export function infoOfRun(facts: FieldFacts, variableValues: VariableValues): GraphQLResolveInfo {
  return {
    ...facts,
    variableValues,
    get path(): never {
      return refusePath();
    },
  };
}

function refusePath(): never {
  throw new Error('A planned field does not know its path.');
}
