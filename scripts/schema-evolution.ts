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
  /** Changes that break clients of the released SDL. Must be empty. */
  breaking: string[];
  /** Changes that clients must tolerate: for example a new enum value, or a new member of a union. */
  notable: string[];
};

/** Deprecated element. `removedAfter` is a date, for example 2027-06-30; undefined when the reason names none. */
export type Deprecation = { path: string; removedAfter: string | undefined };

/** Required end of the reason of a deprecation. */
const REMOVED_AFTER = /\bRemoved after (\d{4}-\d\d-\d\d)\.$/;

/** Minimum number of days between the release that deprecates an element and the one that removes it. */
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

/** Changed defaults count as breaking: a client that omits the value would silently get another one. */
const CHANGED_DEFAULTS = new Set<string>([
  'ARG_DEFAULT_VALUE_CHANGE',
  'INPUT_FIELD_DEFAULT_VALUE_CHANGE',
]);

/**
 * Compares two SDL texts. Elements of the released one that may be removed before `today` are ignored, with the types
 * that only they refer to.
 */
export function compareSchemas(released: string, current: string, today: string): Comparison {
  const before = removeExpired(released, today);
  const after = buildASTSchema(parse(current));
  const dangerous = findDangerousChanges(before, after);
  const defaults = dangerous.filter(({ type }) => CHANGED_DEFAULTS.has(type));
  const changes = [...findBreakingChanges(before, after), ...defaults];
  return {
    breaking: [...changes.map(({ description }) => description), ...listNewOneOfs(before, after)],
    notable: dangerous
      .filter((change) => !defaults.includes(change))
      .map(({ description }) => description),
  };
}

/** Returns the deprecated elements of an SDL text: fields, arguments, input fields and enum values. */
export function listDeprecations(sdl: string): Deprecation[] {
  const deprecations: Deprecation[] = [];
  const path: string[] = [];
  visit(parse(sdl), {
    enter: (node) => {
      const name = findName(node);
      if (name === undefined) return;
      path.push(name);
      const reason = findReason(node);
      if (reason !== undefined)
        deprecations.push({ path: path.join('.'), removedAfter: REMOVED_AFTER.exec(reason)?.[1] });
    },
    leave: (node) => {
      if (findName(node) !== undefined) path.pop();
    },
  });
  return deprecations;
}

/** Returns the paths that `current` newly deprecates with less than NOTICE_DAYS of notice. */
export function listShortNotices(released: string, current: string, today: string): string[] {
  const known = new Set(listDeprecations(released).map(({ path }) => path));
  const earliest = new Date(Date.parse(today) + NOTICE_DAYS * 86_400_000).toISOString();
  return listDeprecations(current)
    .filter(
      ({ path, removedAfter }) => !known.has(path) && (removedAfter ?? '') < earliest.slice(0, 10),
    )
    .map(({ path }) => path);
}

function removeExpired(sdl: string, today: string): GraphQLSchema {
  const pruned = visit(parse(sdl), {
    enter: (node) => {
      const day = REMOVED_AFTER.exec(findReason(node) ?? '')?.[1];
      // ISO dates compare as text.
      return day !== undefined && day < today ? null : undefined;
    },
  });
  // A type may have lost its last field: the schema is then invalid, which does not matter here.
  return removeUnreachable(buildASTSchema(pruned, { assumeValid: true }));
}

/** Returns the schema without unreachable types. An interface reaches the types that implement it. */
function removeUnreachable(schema: GraphQLSchema): GraphQLSchema {
  const types: GraphQLNamedType[] = [];
  for (;;) {
    const reached = new GraphQLSchema({ ...schema.toConfig(), types, assumeValid: true });
    const more = Object.values(schema.getTypeMap()).filter(
      (type) =>
        isObjectType(type) &&
        reached.getType(type.name) === undefined &&
        Object.keys(type.getFields()).length > 0 &&
        type.getInterfaces().some(({ name }) => reached.getType(name) !== undefined),
    );
    if (more.length === 0) return reached;
    types.push(...more);
  }
}

/** Describes inputs that now require exactly one field (@oneOf), which graphql-js does not compare. */
function listNewOneOfs(before: GraphQLSchema, after: GraphQLSchema): string[] {
  return Object.values(after.getTypeMap()).flatMap((type) => {
    const old = before.getType(type.name);
    const isNew = isInputObjectType(type) && isInputObjectType(old) && type.isOneOf && !old.isOneOf;
    return isNew ? [`Input ${type.name} now takes exactly one of its fields.`] : [];
  });
}

function findName(node: ASTNode): string | undefined {
  if (!ELEMENTS.has(node.kind) || !('name' in node)) return undefined;
  return node.name?.kind === Kind.NAME ? node.name.value : undefined;
}

/** Returns the reason of a deprecation; undefined for an element that is not deprecated. */
function findReason(node: ASTNode): string | undefined {
  if (findName(node) === undefined || !('directives' in node)) return undefined;
  const values = getDirectiveValues(GraphQLDeprecatedDirective, node);
  return values === undefined ? undefined : String(values['reason']);
}
