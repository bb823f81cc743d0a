import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  OperationTypeNode,
  visit,
} from 'graphql';
import type { RequestContext } from '../../context.ts';
import type { Pace } from './pace.ts';
import { planFields } from './query-plan.ts';
import { runFields, type Selection } from './run-plan.ts';
import type { ValidOperation, VariableValues } from './valid-operation.ts';

/**
 * Executes a query and returns its data, or a promise of it. Throws or rejects when the result has an error: the caller
 * then falls back to graphql-js, unless the pace has a refusal.
 */
export type CompiledQuery = (ctx: RequestContext, variables: VariableValues, pace: Pace) => unknown;

/**
 * Compiles a query to a plan that executes in a fraction of the time. Undefined for other operations, and for documents
 * with the name `__proto__`. No code is generated from the document, because code generation can be exploited:
 * graphql-jit 0.8.9 can be made to execute code of the client.
 */
export function compileOperation(operation: ValidOperation): CompiledQuery | undefined {
  const { schema, document, operationName } = operation;
  const definition = getOperationAST(document, operationName);
  const type = schema.getQueryType();
  if (!type || definition?.operation !== OperationTypeNode.QUERY || hasProtoKey(document))
    return undefined;
  const fragments = findFragments(document);
  const conditions = findConditionVariables(document);
  const infos = { schema, fragments: Object.fromEntries(fragments), operation: definition };
  const plans = new Map<string, Selection>();
  return (ctx, variables, pace) => {
    // `@skip` and `@include` determine the fields, so each combination of their variables has its own plan.
    const key = conditions.map((name) => String(variables.coerced[name])).join();
    let plan = plans.get(key);
    if (plan === undefined) {
      if (plans.size >= PLANS_MAX) plans.clear();
      const booleans = pickConditionVariables(variables, conditions);
      const planning = { schema, fragments, variables: booleans, infos, argsCount: 0 };
      plan = planFields(planning, type, [definition.selectionSet]);
      plans.set(key, plan);
    }
    return runFields(plan, undefined, { ctx, variables, args: [], pace });
  };
}

/**
 * Maximum number of plans of one document, which four boolean variables need. Beyond it all plans are dropped, so that
 * a document with many of them does not fill the memory.
 */
const PLANS_MAX = 16;

/** True when a name is `__proto__`: assigning such a response key would set the prototype of the result. */
function hasProtoKey(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Name: ({ value }) => {
      if (value === '__proto__') isFound = true;
    },
  });
  return isFound;
}

function findFragments(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/**
 * Returns the variables that a plan depends on. Other variables are left out, because the plan outlives the request.
 */
function pickConditionVariables(
  { coerced }: VariableValues,
  names: readonly string[],
): VariableValues {
  const booleanNames = names.filter((name) => typeof coerced[name] === 'boolean');
  return {
    sources: {},
    coerced: Object.fromEntries(booleanNames.map((name) => [name, coerced[name]])),
  };
}

function findConditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      visit(directive, { Variable: ({ name }) => void names.add(name.value) });
    },
  });
  return [...names];
}
