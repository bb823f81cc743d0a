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
import type { DocumentLimits } from '../config.ts';
import { createDocumentLimitsRule, LIMIT_EXCEEDED } from './limits.ts';

export type DocumentChecks = {
  /** Throws GraphQLError for a document that cannot be parsed or has too many tokens. */
  parse: (source: string | Source, options?: ParseOptions) => DocumentNode;
  /** What is wrong with a document. Its size is looked at first, for other rules take time with its square. */
  validate: (
    graph: GraphQLSchema,
    document: DocumentNode,
    rules?: readonly ValidationRule[],
  ) => readonly GraphQLError[];
};

/** graphql's own parser and validation, held to the limits. */
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
  try {
    return parse(source, options);
  } catch (error) {
    // The parser goes down by recursion: brackets in brackets can end its stack, which is the client's fault.
    if (!(error instanceof RangeError)) throw error;
    const message = 'The document has too many brackets within brackets.';
    throw new GraphQLError(message, { extensions: LIMIT_EXCEEDED });
  }
}
