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
 * Required scopes by operation, which live as long as its document is cached, and by the first node of a root field.
 * The node alone is no key, because it may be in a fragment that several operations share. The scopes of an operation
 * with directives are not cached, because a directive may exclude fields.
 */
const cache = new WeakMap<OperationDefinitionNode, ScopesByNode | 'uncacheable'>();

/** Returns the scopes required to read everything selected of a root field, including fragments and directives. */
export function listSelectedScopes(info: GraphQLResolveInfo): Scopes {
  const [firstNode] = info.fieldNodes;
  const cacheOfOperation = getOperationCache(info);
  if (firstNode === undefined || cacheOfOperation === 'uncacheable') return findScopes(info);
  const cached = cacheOfOperation.get(firstNode);
  // The node may have been cached for a type of another schema.
  if (cached?.type === info.returnType) return cached.scopes;
  const scopes = findScopes(info);
  cacheOfOperation.set(firstNode, { type: info.returnType, scopes });
  return scopes;
}

function getOperationCache(info: GraphQLResolveInfo): ScopesByNode | 'uncacheable' {
  const cached = cache.get(info.operation);
  if (cached !== undefined) return cached;
  const cacheOfOperation = hasDirectives(info) ? 'uncacheable' : new WeakMap();
  cache.set(info.operation, cacheOfOperation);
  return cacheOfOperation;
}

function hasDirectives({ operation, fragments }: GraphQLResolveInfo): boolean {
  let isFound = false;
  const stopAtDirective = (): typeof BREAK => {
    isFound = true;
    return BREAK;
  };
  for (const definition of [operation, ...Object.values(fragments)])
    visit(definition, { Directive: stopAtDirective });
  return isFound;
}

function findScopes(info: GraphQLResolveInfo): Scopes {
  const { schema, variableValues: variables } = info;
  const context = { schema, variables, fragments: new Map(Object.entries(info.fragments)) };
  const scopes = new Set<NeededScope>();
  addScopes({ context, scopes }, info.returnType, info.fieldNodes);
  return scopes;
}

type Walk = { context: SelectionContext; scopes: Set<NeededScope> };

/** Adds the scopes of all fields below a selection. The limits on documents bound the recursion. */
function addScopes(walk: Walk, type: GraphQLOutputType, nodes: readonly FieldNode[]): void {
  const { context, scopes } = walk;
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (sets.length === 0) return;
  for (const object of listObjectTypes(context.schema, getNamedType(type)))
    for (const sameKeyNodes of collectFields(context, object, sets).values()) {
      const field = object.getFields()[sameKeyNodes[0]?.name.value ?? ''];
      // `__typename` has no field definition and reveals no stored data.
      if (field === undefined) continue;
      const scope = getPayloadScope(object.name, field.name);
      if (scope !== null) scopes.add(scope);
      addScopes(walk, field.type, sameKeyNodes);
    }
}

/** Returns the scope of a field. Throws for a type without an entry: a type must not be readable by omission. */
function getPayloadScope(typeName: string, fieldName: string): PayloadScope {
  const fieldScope = PAYLOAD_FIELD_SCOPES[`${typeName}.${fieldName}`];
  const scope = fieldScope === undefined ? PAYLOAD_SCOPES[typeName] : fieldScope;
  if (scope !== undefined) return scope;
  throw new Error(`Mutations return ${typeName}: add its scope to payload-scopes.ts.`);
}

/** Returns the object types that a named type may resolve to. */
export function listObjectTypes(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}
