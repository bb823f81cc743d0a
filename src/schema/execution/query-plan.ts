import {
  defaultFieldResolver,
  defaultTypeResolver,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { findCheckedField } from './checked-arguments.ts';
import { collectFields, type SelectionContext } from './collect-fields.ts';
import { createListCompletion } from './complete-list.ts';
import {
  createAbstractCompletion,
  createLeafCompletion,
  createObjectCompletion,
  findPlainKind,
} from './complete-value.ts';
import { hasVariable, planArguments } from './plan-arguments.ts';
import { PlannedInfo, type SelectedField } from './planned-info.ts';
import {
  type Args,
  type Complete,
  createLeafReader,
  createMemberReader,
  createNullableCompletion,
  createRequiredCompletion,
  createResolverReader,
  createSelection,
  PlanFallbackError,
  type PlannedField,
  type ReadField,
  type Resolution,
  type Run,
  type Selection,
} from './run-plan.ts';

/** State of compiling a plan. `argsCount` numbers the fields whose arguments contain variables. */
export type Planning = SelectionContext & {
  infos: Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'operation'>;
  argsCount: number;
};

/**
 * Plans the fields of an object type. A plan contains everything that graphql-js would look up again for each object.
 */
export function planFields(
  planning: Planning,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Selection {
  const collected = collectFields(planning, type, sets);
  const fields = [...collected].map(([key, nodes]) =>
    planField(planning, { key, nodes, parentType: type }),
  );
  return createSelection(fields);
}

function planField(
  planning: Planning,
  { key, nodes, parentType }: { key: string } & Omit<SelectedField, 'field'>,
): PlannedField {
  const [node] = nodes;
  const field = node && planning.schema.getField(parentType, node.name.value);
  if (node === undefined || field === undefined)
    throw new Error('A valid document has an unknown field.');
  const { infos } = planning;
  const selectedField = { field, nodes, parentType };
  const info = new PlannedInfo(infos, selectedField);
  const isRoot = parentType === planning.schema.getQueryType();
  const { resolve = defaultFieldResolver } = field;
  const checked = findCheckedField(resolve);
  const resolution = {
    name: field.name,
    resolve: checked?.resolve ?? resolve,
    getArgs: planArgs(planning, { field, node, isValid: checked?.isValid }),
    // A root field gets an info with the variables of the execution. All objects share the info of any other field.
    getInfo: isRoot
      ? (run: Run) => new PlannedInfo(infos, selectedField, run.variables)
      : () => info,
  };
  const complete = planValue(planning, field.type, info);
  const read = resolve === defaultFieldResolver ? planMember(field.type) : createResolverReader;
  return { key, read: read(resolution, complete) };
}

function planMember(type: GraphQLOutputType): (from: Resolution, complete: Complete) => ReadField {
  const kind = findPlainKind(getNullableType(type));
  if (kind === undefined) return createMemberReader;
  const plain = { kind, isNullable: !isNonNullType(type) };
  return (from, complete) => createLeafReader(from, complete, plain);
}

const NO_ARGS: Args = Object.freeze({});

type FieldArgs = {
  field: GraphQLField<unknown, unknown>;
  node: FieldNode;
  isValid: ((args: Args) => boolean) | undefined;
};

/**
 * Plans the arguments of a field, which are the same for all objects. They are built and checked once per execution, or
 * only once when they contain no variables.
 */
function planArgs(planning: Planning, { field, node, isValid }: FieldArgs): (run: Run) => Args {
  if (field.args.length === 0) return () => NO_ARGS;
  const buildSimple = planArguments(field, node);
  const build = ({ variables }: Run): Args => {
    const args = buildSimple(variables.coerced) ?? getArgumentValues(field, node, variables);
    if (isValid?.(args) === false) throw new PlanFallbackError();
    return args;
  };
  if (!hasVariable(node.arguments ?? [])) {
    let constant: Args | undefined;
    return (run) => (constant ??= build(run));
  }
  const index = planning.argsCount;
  planning.argsCount += 1;
  return (run) => (run.args[index] ??= build(run));
}

function planValue(
  planning: Planning,
  type: GraphQLOutputType,
  info: GraphQLResolveInfo,
): Complete {
  if (isNonNullType(type))
    return createRequiredCompletion(planPresent(planning, type.ofType, info));
  return createNullableCompletion(planPresent(planning, type, info));
}

function planPresent(
  planning: Planning,
  type: GraphQLOutputType,
  info: GraphQLResolveInfo,
): Complete {
  if (isListType(type)) return createListCompletion(planValue(planning, type.ofType, info));
  if (isLeafType(type)) return createLeafCompletion(type);
  if (isObjectType(type)) return planObject(planning, type, info);
  if (isAbstractType(type)) return planAbstract(planning, type, info);
  throw new Error('Unknown kind of output type.');
}

/** Plans an object type when its first object is completed, because many members of an abstract type never occur. */
function planObject(
  planning: Planning,
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
): Complete {
  let selection: Selection | undefined;
  const sets = info.fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return createObjectCompletion(type, info, () => (selection ??= planFields(planning, type, sets)));
}

function planAbstract(
  planning: Planning,
  type: GraphQLAbstractType,
  info: GraphQLResolveInfo,
): Complete {
  const completes = new Map<string, Complete>();
  const findCompletion = (name: string): Complete | undefined => {
    const planned = completes.get(name);
    const namedType = planned === undefined ? planning.schema.getType(name) : undefined;
    if (!isObjectType(namedType) || !planning.schema.isSubType(type, namedType)) return planned;
    const complete = planObject(planning, namedType, info);
    completes.set(name, complete);
    return complete;
  };
  return createAbstractCompletion(type, info, {
    resolveType: type.resolveType ?? defaultTypeResolver,
    findCompletion,
  });
}
