import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  OperationTypeNode,
  visit,
} from 'graphql';
import type { RequestContext } from '../../context.ts';
import type { KnownOperation, VariableValues } from './known-operation.ts';
import type { Pace } from './pace.ts';
import { planFields } from './query-plan.ts';
import { runFields, type Selection } from './run-plan.ts';

/**
 * Runs a query and answers its data. Throws or rejects where anything about it is not plain, errors of its fields above all:
 * who runs it has graphql run it then, unless its pace has a refusal.
 */
export type CompiledQuery = (ctx: RequestContext, variables: VariableValues, pace: Pace) => unknown;

/**
 * Plans a query once, which then runs in a fraction of the time. Undefined for what is no query.
 *
 * Not graphql-jit: it writes code of what a client sends, and its 0.8.9 can be made to write the client's own.
 */
export function compileOperation(operation: KnownOperation): CompiledQuery | undefined {
  const { schema, document, operationName } = operation;
  const definition = getOperationAST(document, operationName);
  const type = schema.getQueryType();
  if (!type || definition?.operation !== OperationTypeNode.QUERY || hasOddKey(document))
    return undefined;
  const fragments = findFragments(document);
  const conditions = findConditions(document);
  const infos = { schema, fragments: Object.fromEntries(fragments), operation: definition };
  const plans = new Map<string, Selection>();
  return (ctx, variables, pace) => {
    // What `@skip` and `@include` leave is planned by itself: a few variables that are true or false.
    const key = conditions.map((name) => String(variables.coerced[name])).join();
    let plan = plans.get(key);
    if (plan === undefined) {
      if (plans.size >= PLANS_MAX) plans.clear();
      const decisive = pickBooleans(variables, conditions);
      const planning = { schema, fragments, variables: decisive, infos, argsCount: 0 };
      plan = planFields(planning, type, [definition.selectionSet]);
      plans.set(key, plan);
    }
    return runFields(plan, undefined, { ctx, variables, args: [], pace });
  };
}

const PLANS_MAX = 16;

/** An object cannot have this key as others. */
function hasOddKey(document: DocumentNode): boolean {
  let isOdd = false;
  visit(document, {
    Name: ({ value }) => {
      if (value === '__proto__') isOdd = true;
    },
  });
  return isOdd;
}

function findFragments(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** Returns the variables that a plan depends on. A plan outlives the request and must not contain others. */
function pickBooleans({ coerced }: VariableValues, names: readonly string[]): VariableValues {
  const booleans = names.filter((name) => typeof coerced[name] === 'boolean');
  return {
    sources: {},
    coerced: Object.fromEntries(booleans.map((name) => [name, coerced[name]])),
  };
}

function findConditions(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      visit(directive, { Variable: ({ name }) => void names.add(name.value) });
    },
  });
  return [...names];
}
