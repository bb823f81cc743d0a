import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  visit,
} from 'graphql';
import type { DocumentLimits } from '../../config/document-limits.ts';
import { countPairs } from './count-pairs.ts';

/** Extensions of the error for a document that exceeds a limit. */
export const LIMIT_EXCEEDED = { code: 'LIMIT_EXCEEDED', code_message: 'invalid_request' };

/**
 * Maximum number of root fields of a mutation: two mutations in one request could not be atomic. `__typename` is not
 * counted, because it has no effect and GraphQL Codegen adds it to every selection.
 */
const MUTATION_ROOT_FIELDS_MAX = 1;

/** Size of a selection with its fragments expanded. */
type Size = {
  depth: number;
  fields: number;
  aliases: number;
  rootFields: number;
  /** Number of root fields that are `__typename`. */
  rootTypenames: number;
};

type Bounds = Omit<Size, 'rootTypenames'>;

/** Creates the validation rule for the limits, which takes time linear in the document. */
export function createDocumentLimitsRule(limits: DocumentLimits): ValidationRule {
  return (context) => checkDocument(context, limits);
}

function checkDocument(context: ValidationContext, limits: DocumentLimits): ASTVisitor {
  let isRefused = false;
  const refuse: Refuse = (noun, max) => {
    isRefused = true;
    context.reportError(
      new GraphQLError(`The document has too many ${noun}: at most ${max}.`, {
        extensions: LIMIT_EXCEEDED,
      }),
    );
  };
  return {
    Document: (document) => {
      const { definitions } = document;
      const operations = definitions.filter(
        (definition) => definition.kind === Kind.OPERATION_DEFINITION,
      );
      const fragments = definitions.filter(
        (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
      );
      if (operations.length > limits.operations) refuse('operations', limits.operations);
      if (fragments.length > limits.fragments) refuse('fragments', limits.fragments);
      const directives = countDirectives(document);
      if (directives.total > limits.directives) refuse('directives', limits.directives);
      if (directives.atOnePlace > limits.directivesPerPlace)
        refuse('directives at one place', limits.directivesPerPlace);
      const measure = createMeasure(fragments);
      for (const operation of operations) {
        const size = measure(operation.selectionSet);
        if (operation.operation === 'mutation') checkMutation(size, limits, refuse);
        else checkSize(size, limits, refuse);
      }
      // Counted only within the other limits, which bound the time of counting.
      if (!isRefused) checkPairs({ operations, fragments }, limits, refuse);
    },
  };
}

type Definitions = {
  operations: readonly OperationDefinitionNode[];
  fragments: readonly FragmentDefinitionNode[];
};

function checkPairs(
  { operations, fragments }: Definitions,
  { pairs, fields }: DocumentLimits,
  refuse: Refuse,
): void {
  const counts = operations.map(({ selectionSet }) =>
    countPairs(selectionSet, { fragments, fieldsMax: fields }),
  );
  if (Math.max(0, ...counts) > pairs) refuse('pairs of fields of one name at one place', pairs);
}

type Refuse = (noun: string, max: number) => void;

function checkMutation(size: Size, limits: DocumentLimits, refuse: Refuse): void {
  const effects = size.rootFields - size.rootTypenames;
  const bounds = { ...limits, rootFields: MUTATION_ROOT_FIELDS_MAX };
  checkSize({ ...size, rootFields: effects }, bounds, refuse);
}

function checkSize(size: Size, bounds: Bounds, refuse: Refuse): void {
  if (size.depth > bounds.depth) refuse('levels', bounds.depth);
  if (size.fields > bounds.fields) refuse('fields', bounds.fields);
  if (size.aliases > bounds.aliases) refuse('aliases', bounds.aliases);
  if (size.rootFields > bounds.rootFields) refuse('root fields', bounds.rootFields);
}

function countDirectives(document: DocumentNode): { total: number; atOnePlace: number } {
  let total = 0;
  let atOnePlace = 0;
  visit(document, {
    enter: (node) => {
      const { length } = 'directives' in node ? (node.directives ?? []) : [];
      total += length;
      atOnePlace = Math.max(atOnePlace, length);
    },
  });
  return { total, atOnePlace };
}

const EMPTY_SIZE: Size = { depth: 0, fields: 0, aliases: 0, rootFields: 0, rootTypenames: 0 };

/**
 * Creates a function that measures each fragment once, however often it is spread. A cycle, which another rule rejects,
 * counts as empty.
 */
function createMeasure(
  fragments: readonly FragmentDefinitionNode[],
): (set: SelectionSetNode | undefined) => Size {
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment.selectionSet]));
  const sizes = new Map<string, Size>();

  function measureSet(set: SelectionSetNode | undefined): Size {
    return (set?.selections ?? []).map(measureSelection).reduce(add, EMPTY_SIZE);
  }

  function measureSelection(selection: SelectionNode): Size {
    if (selection.kind === Kind.INLINE_FRAGMENT) return measureSet(selection.selectionSet);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value);
    const inner = measureSet(selection.selectionSet);
    return {
      depth: inner.depth + 1,
      fields: inner.fields + 1,
      aliases: inner.aliases + (selection.alias === undefined ? 0 : 1),
      rootFields: 1,
      rootTypenames: selection.name.value === '__typename' ? 1 : 0,
    };
  }

  function measureFragment(name: string): Size {
    const cached = sizes.get(name);
    if (cached !== undefined) return cached;
    sizes.set(name, EMPTY_SIZE);
    const size = measureSet(byName.get(name));
    sizes.set(name, size);
    return size;
  }

  return measureSet;
}

function add(left: Size, right: Size): Size {
  return {
    depth: Math.max(left.depth, right.depth),
    fields: left.fields + right.fields,
    aliases: left.aliases + right.aliases,
    rootFields: left.rootFields + right.rootFields,
    rootTypenames: left.rootTypenames + right.rootTypenames,
  };
}
