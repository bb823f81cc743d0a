import {
  BREAK,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { collectFields, type SelectionContext } from '../execution/collect-fields.ts';
import { PAYLOAD_FIELD_SCOPES, PAYLOAD_SCOPES, type PayloadScope } from './payload-scopes.ts';

type NeededScope = NonNullable<PayloadScope>;

type Scopes = ReadonlySet<NeededScope>;

type ScopesByNode = WeakMap<FieldNode, { type: GraphQLOutputType; scopes: Scopes }>;

/**
 * Required scopes by operation, for as long as its document is cached, and by the first node of a root field, which may
 * be in a fragment shared with other operations. Operations with directives are not cached, because a directive may
 * change the selection.
 */
const cache = new WeakMap<OperationDefinitionNode, ScopesByNode | 'nothing'>();

/** Returns the scopes required to read everything selected of a root field, including fragments and directives. */
export function listSelectedScopes(info: GraphQLResolveInfo): Scopes {
  const [first] = info.fieldNodes;
  const cacheOfOperation = getOperationCache(info);
  if (first === undefined || cacheOfOperation === 'nothing') return findScopes(info);
  const cached = cacheOfOperation.get(first);
  // The node may have been cached for a type of another schema.
  if (cached?.type === info.returnType) return cached.scopes;
  const scopes = findScopes(info);
  cacheOfOperation.set(first, { type: info.returnType, scopes });
  return scopes;
}

function getOperationCache(info: GraphQLResolveInfo): ScopesByNode | 'nothing' {
  const before = cache.get(info.operation);
  if (before !== undefined) return before;
  const cacheOfOperation = hasDirectives(info) ? 'nothing' : new WeakMap();
  cache.set(info.operation, cacheOfOperation);
  return cacheOfOperation;
}

function hasDirectives({ operation, fragments }: GraphQLResolveInfo): boolean {
  let isFound = false;
  const note = (): typeof BREAK => {
    isFound = true;
    return BREAK;
  };
  for (const definition of [operation, ...Object.values(fragments)])
    visit(definition, { Directive: note });
  return isFound;
}

function findScopes(info: GraphQLResolveInfo): Scopes {
  const { schema, variableValues: variables } = info;
  const selecting = { schema, variables, fragments: new Map(Object.entries(info.fragments)) };
  const scopes = new Set<NeededScope>();
  addScopes({ selecting, scopes }, info.returnType, info.fieldNodes);
  return scopes;
}

type Walk = { selecting: SelectionContext; scopes: Set<NeededScope> };

/** Collects the scopes below a selection. The limits on documents bound the depth. */
function addScopes(walk: Walk, type: GraphQLOutputType, nodes: readonly FieldNode[]): void {
  const { selecting, scopes } = walk;
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (sets.length === 0) return;
  for (const object of listObjectTypes(selecting.schema, getNamedType(type)))
    for (const same of collectFields(selecting, object, sets).values()) {
      const field = object.getFields()[same[0]?.name.value ?? ''];
      // `__typename` has no field definition and reveals no stored data.
      if (field === undefined) continue;
      const scope = payloadScopeOf(object.name, field.name);
      if (scope !== null) scopes.add(scope);
      addScopes(walk, field.type, same);
    }
}

/**
 * Returns the scope of a field. Throws for a type without an entry, so that every reachable type has a considered
 * scope.
 */
function payloadScopeOf(typeName: string, fieldName: string): PayloadScope {
  const ofField = PAYLOAD_FIELD_SCOPES[`${typeName}.${fieldName}`];
  const scope = ofField === undefined ? PAYLOAD_SCOPES[typeName] : ofField;
  if (scope !== undefined) return scope;
  throw new Error(`${typeName} is answered by mutations: name its scope in payload-scopes.ts.`);
}

/** Returns the object types that a named type may resolve to. */
export function listObjectTypes(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}
