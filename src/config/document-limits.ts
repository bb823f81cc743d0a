import type { Environment } from './environment.ts';

/** Limits on a GraphQL document, which is rejected above any of them, and on its response. */
export type DocumentLimits = {
  tokens: number;
  /** Maximum number of reported errors. */
  errors: number;
  operations: number;
  fragments: number;
  depth: number;
  /** Maximum number of fields of an operation, with its fragments expanded. */
  fields: number;
  aliases: number;
  /** Maximum number of pairs of fields with the same name at the same position. */
  pairs: number;
  rootFields: number;
  directives: number;
  /** Maximum number of directives on one field, fragment, variable or operation. */
  directivesPerPlace: number;
  /** Maximum cost of an operation. */
  cost: number;
  /** Maximum size of a response in bytes. */
  answerBytes: number;
};

export function toDocumentLimits(values: Environment): DocumentLimits {
  return {
    tokens: values.GRAPHQL_TOKENS_MAX,
    errors: values.GRAPHQL_ERRORS_MAX,
    operations: values.GRAPHQL_OPERATIONS_MAX,
    fragments: values.GRAPHQL_FRAGMENTS_MAX,
    depth: values.GRAPHQL_DEPTH_MAX,
    fields: values.GRAPHQL_FIELDS_MAX,
    aliases: values.GRAPHQL_ALIASES_MAX,
    pairs: values.GRAPHQL_PAIRS_MAX,
    rootFields: values.GRAPHQL_ROOT_FIELDS_MAX,
    directives: values.GRAPHQL_DIRECTIVES_MAX,
    directivesPerPlace: values.GRAPHQL_DIRECTIVES_PER_PLACE_MAX,
    cost: values.GRAPHQL_COST_MAX,
    answerBytes: values.GRAPHQL_ANSWER_BYTES_MAX,
  };
}
