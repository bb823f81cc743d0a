import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { VariableValues } from './valid-operation.ts';

/** Field that an operation selects. */
export type SelectedField = {
  field: GraphQLField<unknown, unknown>;
  nodes: FieldNode[];
  parentType: GraphQLObjectType;
};

type Infos = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'operation'>;

/**
 * Resolve info of a planned field, shared by all objects. Members that differ between objects throw: no resolver uses
 * them. Variables differ between executions, so only root fields have them, in an instance of their own.
 */
export class PlannedInfo implements GraphQLResolveInfo {
  readonly fieldName: string;
  readonly fieldNodes: readonly FieldNode[];
  readonly returnType: GraphQLOutputType;
  readonly parentType: GraphQLObjectType;
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly operation: OperationDefinitionNode;
  readonly rootValue = undefined;
  readonly #variables: VariableValues | undefined;

  constructor(
    infos: Infos,
    { field, nodes, parentType }: SelectedField,
    variables?: VariableValues,
  ) {
    this.fieldName = field.name;
    this.fieldNodes = nodes;
    this.returnType = field.type;
    this.parentType = parentType;
    this.schema = infos.schema;
    this.fragments = infos.fragments;
    this.operation = infos.operation;
    this.#variables = variables;
  }

  get path(): never {
    throw new Error('A planned field has no path.');
  }

  get variableValues(): VariableValues {
    if (this.#variables !== undefined) return this.#variables;
    throw new Error('A planned field below the root has no variables.');
  }

  getAbortSignal(): undefined {
    return undefined;
  }

  getAsyncHelpers(): never {
    throw new Error('A planned field has no async helpers.');
  }
}
