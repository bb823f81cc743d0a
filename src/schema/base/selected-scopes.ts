import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { collectFields, type Selecting } from '../execution/collect-fields.ts';
import { PAYLOAD_FIELD_SCOPES, PAYLOAD_SCOPES, type PayloadScope } from './payload-scopes.ts';

type NeededScope = NonNullable<PayloadScope>;

/** What a caller needs to be answered with all that is selected of a field, fragments and directives taken in. */
export function listSelectedScopes(info: GraphQLResolveInfo): Set<NeededScope> {
  const { schema, variableValues: variables } = info;
  const selecting = { schema, variables, fragments: new Map(Object.entries(info.fragments)) };
  const scopes = new Set<NeededScope>();
  addScopes({ selecting, scopes }, info.returnType, info.fieldNodes);
  return scopes;
}

type Walk = { selecting: Selecting; scopes: Set<NeededScope> };

/** Goes no deeper than the limits on documents allow. */
function addScopes(walk: Walk, type: GraphQLOutputType, nodes: readonly FieldNode[]): void {
  const { selecting, scopes } = walk;
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (sets.length === 0) return;
  for (const object of listObjectTypes(selecting.schema, getNamedType(type)))
    for (const same of collectFields(selecting, object, sets).values()) {
      const field = object.getFields()[same[0]?.name.value ?? ''];
      // `__typename` is of no type and tells nothing that is stored.
      if (field === undefined) continue;
      const scope = payloadScopeOf(object.name, field.name);
      if (scope !== null) scopes.add(scope);
      addScopes(walk, field.type, same);
    }
}

/** Throws for a type that says nothing, so that no mutation runs before somebody has thought of it. */
function payloadScopeOf(typeName: string, fieldName: string): PayloadScope {
  const ofField = PAYLOAD_FIELD_SCOPES[`${typeName}.${fieldName}`];
  const scope = ofField === undefined ? PAYLOAD_SCOPES[typeName] : ofField;
  if (scope !== undefined) return scope;
  throw new Error(`${typeName} is answered by mutations: name its scope in payload-scopes.ts.`);
}

/** What an object of that type may be. */
export function listObjectTypes(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}
