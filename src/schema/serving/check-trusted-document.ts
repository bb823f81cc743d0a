import { type DocumentNode, GraphQLError, Kind } from 'graphql';
import type { DocumentLimits } from '../../config/document-limits.ts';
import type { DocumentCheck } from '../../resolvers/trusted-document/check-documents.ts';
import { schema } from '../index.ts';
import { createDocumentChecks } from '../limits/check-document.ts';

/** Creates the check of trusted documents, which applies the rules of a request: grammar, limits, then schema. */
export function createTrustedDocumentCheck(limits: DocumentLimits): DocumentCheck {
  const checks = createDocumentChecks(limits);
  return (text) => {
    try {
      const document = checks.parse(text, { noLocation: true });
      const faults = checks.validate(schema, document).map((error) => error.message);
      return { name: describeOperations(document), faults };
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return { name: '', faults: [error.message] };
    }
  };
}

/** Returns the operations of a document by type and name, for example "query Page, mutation Complete". */
function describeOperations({ definitions }: DocumentNode): string {
  return definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ operation, name }) => (name === undefined ? operation : `${operation} ${name.value}`))
    .join(', ');
}
