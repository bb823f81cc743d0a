import {
  type ASTNode,
  buildASTSchema,
  findBreakingChanges,
  findDangerousChanges,
  GraphQLDeprecatedDirective,
  type GraphQLNamedType,
  GraphQLSchema,
  getDirectiveValues,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  visit,
} from 'graphql';

export type Comparison = {
  /** What clients of the released SDL would trip over: must be empty. */
  breaking: string[];
  /** What a careful client is ready for: a new value of an enum, a new member of a union. */
  notable: string[];
};

/** `removedAfter` is a day such as 2027-06-30; undefined where the reason names none. */
export type Deprecation = { path: string; removedAfter: string | undefined };

/** How the reason of a deprecation ends. */
const REMOVED_AFTER = /\bRemoved after (\d{4}-\d\d-\d\d)\.$/;

/** From the release that deprecates to the first day without the element. */
export const NOTICE_DAYS = 90;

const ELEMENTS = new Set<string>([
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.FIELD_DEFINITION,
  Kind.INPUT_VALUE_DEFINITION,
  Kind.ENUM_VALUE_DEFINITION,
]);

/** A client that leaves the value out would silently get another one: worse than a refusal. */
const CHANGED_DEFAULTS = new Set<string>([
  'ARG_DEFAULT_VALUE_CHANGE',
  'INPUT_FIELD_DEFAULT_VALUE_CHANGE',
]);

/**
 * Compares two SDL texts. What the released one deprecated with a day before `today` counts as gone from it
 * already, and so do the types that nothing else led to.
 */
export function compareSchemas(released: string, current: string, today: string): Comparison {
  const before = withoutDue(released, today);
  const after = buildASTSchema(parse(current));
  const dangerous = findDangerousChanges(before, after);
  const defaults = dangerous.filter((one) => CHANGED_DEFAULTS.has(one.type));
  const changes = [...findBreakingChanges(before, after), ...defaults];
  return {
    breaking: [...changes.map((one) => one.description), ...listNewOneOfs(before, after)],
    notable: dangerous.filter((one) => !defaults.includes(one)).map((one) => one.description),
  };
}

/** Every deprecated field, argument, input field and enum value of an SDL text. */
export function listDeprecations(sdl: string): Deprecation[] {
  const found: Deprecation[] = [];
  const path: string[] = [];
  visit(parse(sdl), {
    enter: (node) => {
      const name = nameOf(node);
      if (name === undefined) return;
      path.push(name);
      const reason = reasonOf(node);
      if (reason !== undefined)
        found.push({ path: path.join('.'), removedAfter: REMOVED_AFTER.exec(reason)?.[1] });
    },
    leave: (node) => {
      if (nameOf(node) !== undefined) path.pop();
    },
  });
  return found;
}

/** What `current` deprecates anew with less notice than clients are promised. */
export function listShortNotices(released: string, current: string, today: string): string[] {
  const known = new Set(listDeprecations(released).map((one) => one.path));
  const earliest = new Date(Date.parse(today) + NOTICE_DAYS * 86_400_000).toISOString();
  return listDeprecations(current)
    .filter((one) => !known.has(one.path) && (one.removedAfter ?? '') < earliest.slice(0, 10))
    .map((one) => one.path);
}

function withoutDue(sdl: string, today: string): GraphQLSchema {
  const pruned = visit(parse(sdl), {
    enter: (node) => {
      const day = REMOVED_AFTER.exec(reasonOf(node) ?? '')?.[1];
      // Days of this form compare as text.
      return day !== undefined && day < today ? null : undefined;
    },
  });
  // A type may have lost its last field: that is no valid schema, and all right here.
  return reachable(buildASTSchema(pruned, { assumeValid: true }));
}

/** The schema with the types only that its roots lead to; an interface leads to what implements it. */
function reachable(schema: GraphQLSchema): GraphQLSchema {
  const types: GraphQLNamedType[] = [];
  for (;;) {
    const reached = new GraphQLSchema({ ...schema.toConfig(), types, assumeValid: true });
    const more = Object.values(schema.getTypeMap()).filter(
      (type) =>
        isObjectType(type) &&
        reached.getType(type.name) === undefined &&
        Object.keys(type.getFields()).length > 0 &&
        type.getInterfaces().some((one) => reached.getType(one.name) !== undefined),
    );
    if (more.length === 0) return reached;
    types.push(...more);
  }
}

/** graphql compares the fields of an input, but not whether exactly one of them is asked for. */
function listNewOneOfs(before: GraphQLSchema, after: GraphQLSchema): string[] {
  return Object.values(after.getTypeMap()).flatMap((type) => {
    const old = before.getType(type.name);
    const isNew = isInputObjectType(type) && isInputObjectType(old) && type.isOneOf && !old.isOneOf;
    return isNew ? [`Input ${type.name} now takes exactly one of its fields.`] : [];
  });
}

function nameOf(node: ASTNode): string | undefined {
  if (!ELEMENTS.has(node.kind) || !('name' in node)) return undefined;
  return node.name?.kind === Kind.NAME ? node.name.value : undefined;
}

/** Why the element is deprecated; undefined where it is not. */
function reasonOf(node: ASTNode): string | undefined {
  if (nameOf(node) === undefined || !('directives' in node)) return undefined;
  const values = getDirectiveValues(GraphQLDeprecatedDirective, node);
  return values === undefined ? undefined : String(values['reason']);
}
