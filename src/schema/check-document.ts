import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type ParseOptions,
  parse,
  type Source,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { DOCUMENT_LIMITS, documentLimitsRule, LIMIT_EXCEEDED } from './limits.ts';

/** Parses a document of at most DOCUMENT_LIMITS.tokens; throws GraphQLError for one that cannot be parsed. */
export function parseDocument(source: string | Source, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: DOCUMENT_LIMITS.tokens });
  } catch (error) {
    // The parser goes down by recursion: brackets in brackets can end its stack, which is the client's fault.
    if (!(error instanceof RangeError)) throw error;
    const message = 'The document has too many brackets within brackets.';
    throw new GraphQLError(message, { extensions: LIMIT_EXCEEDED });
  }
}

/** What is wrong with a document. Its size is looked at first, for other rules take time with its square. */
export function validateDocument(
  graph: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[] = specifiedRules,
): readonly GraphQLError[] {
  const options = { maxErrors: DOCUMENT_LIMITS.errors, hideSuggestions: true };
  const overLimit = validate(graph, document, [documentLimitsRule], options);
  return overLimit.length > 0 ? overLimit : validate(graph, document, rules, options);
}
