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
  visit,
} from 'graphql';

/** Bounds on one document; what is over one of them is refused before it runs. */
export const DOCUMENT_LIMITS = {
  tokens: 5000,
  errors: 10,
  operations: 10,
  fragments: 50,
  /** Deep enough for the introspection query of every common client. */
  depth: 16,
  /** Of one operation, with its fragments written out. */
  fields: 1000,
  aliases: 50,
  rootFields: 20,
  directives: 50,
} as const;

/** The extensions of the error for a document that is over one of them. */
export const LIMIT_EXCEEDED = { code: 'LIMIT_EXCEEDED', code_message: 'invalid_request' };

/** A mutation takes effect alone: two of them in one request could not be all or nothing. */
const MUTATION_ROOT_FIELDS_MAX = 1;

/** What a selection amounts to with its fragments written out. */
type Size = { depth: number; fields: number; aliases: number; rootFields: number };

/** A validation rule that holds a document to DOCUMENT_LIMITS, in time linear in the document. */
export function documentLimitsRule(context: ValidationContext): ASTVisitor {
  const refuse = (what: string, max: number): void =>
    context.reportError(
      new GraphQLError(`The document has too many ${what}: at most ${max}.`, {
        extensions: LIMIT_EXCEEDED,
      }),
    );
  return {
    Document: (document) => {
      const { definitions } = document;
      const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
      const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
      if (operations.length > DOCUMENT_LIMITS.operations)
        refuse('operations', DOCUMENT_LIMITS.operations);
      if (fragments.length > DOCUMENT_LIMITS.fragments)
        refuse('fragments', DOCUMENT_LIMITS.fragments);
      if (countDirectives(document) > DOCUMENT_LIMITS.directives)
        refuse('directives', DOCUMENT_LIMITS.directives);
      const measure = createMeasure(fragments);
      for (const operation of operations)
        checkSize(operation, measure(operation.selectionSet), refuse);
    },
  };
}

function checkSize(
  operation: OperationDefinitionNode,
  size: Size,
  refuse: (what: string, max: number) => void,
): void {
  const rootFieldsMax =
    operation.operation === 'mutation' ? MUTATION_ROOT_FIELDS_MAX : DOCUMENT_LIMITS.rootFields;
  if (size.depth > DOCUMENT_LIMITS.depth) refuse('levels', DOCUMENT_LIMITS.depth);
  if (size.fields > DOCUMENT_LIMITS.fields) refuse('fields', DOCUMENT_LIMITS.fields);
  if (size.aliases > DOCUMENT_LIMITS.aliases) refuse('aliases', DOCUMENT_LIMITS.aliases);
  if (size.rootFields > rootFieldsMax) refuse('root fields', rootFieldsMax);
}

function countDirectives(document: DocumentNode): number {
  let count = 0;
  visit(document, {
    Directive: () => {
      count += 1;
    },
  });
  return count;
}

const NOTHING: Size = { depth: 0, fields: 0, aliases: 0, rootFields: 0 };

/** Each fragment is measured once, however often it is spread; a cycle, which another rule refuses, counts as empty. */
function createMeasure(
  fragments: readonly FragmentDefinitionNode[],
): (set: SelectionSetNode | undefined) => Size {
  const byName = new Map(fragments.map((one) => [one.name.value, one.selectionSet]));
  const sizes = new Map<string, Size>();

  function measureSet(set: SelectionSetNode | undefined): Size {
    return (set?.selections ?? []).map(measureSelection).reduce(add, NOTHING);
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
    };
  }

  function measureFragment(name: string): Size {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    sizes.set(name, NOTHING);
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
  };
}
