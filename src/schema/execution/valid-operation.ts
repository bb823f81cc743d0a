import { type DocumentNode, type GraphQLSchema, getOperationAST, getVariableValues } from 'graphql';

/** Operation of a valid document. */
export type ValidOperation = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName: string | null | undefined;
};

/** Variables of a request, coerced to the types that the operation declares. */
export type VariableValues = NonNullable<ReturnType<typeof getVariableValues>['variableValues']>;

/** Coerces variables. Undefined for invalid values, which the execution reports. */
export function coerceVariables(
  { schema, document, operationName }: ValidOperation,
  variables: Readonly<Record<string, unknown>>,
): VariableValues | undefined {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const options = { maxErrors: 1, hideSuggestions: true };
  return getVariableValues(schema, definitions, variables, options).variableValues;
}
