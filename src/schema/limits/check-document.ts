import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Lexer,
  type ParseOptions,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  type ValidationRule,
  validate,
} from 'graphql';
import type { DocumentLimits } from '../../config/document-limits.ts';
import { createDocumentLimitsRule, LIMIT_EXCEEDED } from './limits.ts';

export type DocumentChecks = {
  /** Throws GraphQLError for a document that cannot be parsed, has too many tokens, or nests brackets too deeply. */
  parse: (source: string | Source, options?: ParseOptions) => DocumentNode;
  /** Validates a document. Its size is checked first, because other rules take quadratic time. */
  validate: (
    graph: GraphQLSchema,
    document: DocumentNode,
    rules?: readonly ValidationRule[],
  ) => readonly GraphQLError[];
};

/** Creates the parser and the validator of graphql-js with the limits of documents applied. */
export function createDocumentChecks(limits: DocumentLimits): DocumentChecks {
  const limitsRule = createDocumentLimitsRule(limits);
  const options = { maxErrors: limits.errors, hideSuggestions: true };
  return {
    parse: (source, parseOptions) =>
      parseBounded(source, { ...parseOptions, maxTokens: limits.tokens }),
    validate: (graph, document, rules = specifiedRules) => {
      const overLimit = validate(graph, document, [limitsRule], options);
      return overLimit.length > 0 ? overLimit : validate(graph, document, rules, options);
    },
  };
}

function parseBounded(source: string | Source, options: ParseOptions): DocumentNode {
  const { body } = typeof source === 'string' ? { body: source } : source;
  if (mayExceedNesting(body) && exceedsNesting(body, options)) {
    const message = `The document has too many brackets within brackets: at most ${NESTED_MAX}.`;
    throw new GraphQLError(message, { extensions: LIMIT_EXCEEDED });
  }
  return parse(source, options);
}

/** Maximum nesting depth of brackets: the parser is recursive, and thousands of levels may overflow its stack. */
const NESTED_MAX = 200;

/** True when the text has enough opening brackets to exceed the limit. Only the few such documents are lexed. */
function mayExceedNesting(text: string): boolean {
  return (text.match(/[[{(]/g)?.length ?? 0) > NESTED_MAX;
}

const DEPTH_CHANGES = new Map<TokenKind, number>([
  [TokenKind.BRACKET_L, 1],
  [TokenKind.BRACE_L, 1],
  [TokenKind.PAREN_L, 1],
  [TokenKind.BRACKET_R, -1],
  [TokenKind.BRACE_R, -1],
  [TokenKind.PAREN_R, -1],
]);

/**
 * True when the nesting exceeds the limit within the tokens that the parser would read. The parser reports bad tokens.
 */
function exceedsNesting(
  text: string,
  { maxTokens = Number.POSITIVE_INFINITY }: ParseOptions,
): boolean {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  try {
    for (let count = 0; count <= maxTokens; count += 1) {
      const { kind } = lexer.advance();
      depth += DEPTH_CHANGES.get(kind) ?? 0;
      if (depth > NESTED_MAX) return true;
      if (kind === TokenKind.EOF) return false;
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
  return false;
}
