import type { GraphQLSchema } from 'graphql';
import './access/access-token.ts';
import './audit/audit-event.ts';
import './files/attach-document.ts';
import './business/business.ts';
import './events/business-event.ts';
import './business/business-list.ts';
import './business/participant-list.ts';
import './business/completion.ts';
import './business/completion-preview.ts';
import './files/document.ts';
import './files/file.ts';
import './files/file-list.ts';
import './files/file-upload.ts';
import './extraction/apply-extraction.ts';
import './extraction/extract-document.ts';
import './extraction/extraction.ts';
import './lists/sat69.ts';
import './lists/sat69b.ts';
import './questionnaire/import-answers.ts';
import './screening/match.ts';
import './business/participant.ts';
import './business/personal-information.ts';
import './business/receipt-list.ts';
import './business/service-counts.ts';
import './questionnaire/questionnaire.ts';
import './questionnaire/upsert-template.ts';
import './screening/resolve-participant-matches.ts';
import './screening/resolve-person-matches.ts';
import './business/upsert-business.ts';
import './business/upsert-businesses.ts';
import './tax/validate-curp.ts';
import './tax/validate-rfc.ts';
import './access/viewer.ts';
import './access/change-user.ts';
import './access/user.ts';
import './webhooks/change-endpoint.ts';
import './webhooks/delivery.ts';
import './webhooks/endpoint.ts';
import './webhooks/secret.ts';
import './webhooks/send-again.ts';
import { builder } from './base/builder.ts';
import { registerScalars } from './base/scalars.ts';

/** The whole graph; every type file registers itself on the builder. */
export const schema: GraphQLSchema = createSchema();

function createSchema(): GraphQLSchema {
  registerScalars();
  builder.queryType({ description: 'What can be read.' });
  builder.mutationType({ description: 'Changes. One for each request.' });
  builder.subscriptionType({ description: 'What happens, as it happens, by Server-Sent Events.' });
  return builder.toSchema();
}
