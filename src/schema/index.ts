import type { GraphQLSchema } from 'graphql';
import './access/access-token.ts';
import './audit/audit-event.ts';
import './files/attach-document.ts';
import './business/business.ts';
import './events/business-event.ts';
import './business/business-list.ts';
import './business/participant-list.ts';
import './business/complete-business.ts';
import './business/completion.ts';
import './business/completion-preview.ts';
import './files/document.ts';
import './files/file.ts';
import './files/file-list.ts';
import './files/file-upload.ts';
import './extraction/apply-extraction.ts';
import './extraction/extract-document.ts';
import './extraction/extraction.ts';
import './taxpayers/sat69.ts';
import './taxpayers/sat69b.ts';
import './lists/find-list-entry.ts';
import './lists/pep-facts.ts';
import './lists/watch-list.ts';
import './questionnaire/import-answers.ts';
import './screening/match.ts';
import './business/participant.ts';
import './business/personal-information.ts';
import './business/receipt-list.ts';
import './business/service-counts.ts';
import './questionnaire/questionnaire.ts';
import './questionnaire/upsert-template.ts';
import './reports/screening-report.ts';
import './reports/verify-report.ts';
import './screening/resolve-participant-matches.ts';
import './screening/resolve-person-matches.ts';
import './screening/screening.ts';
import './screening/screening-list.ts';
import './screening/screen.ts';
import './screening/screening-settings.ts';
import './socioeconomic/change-report.ts';
import './socioeconomic/consent.ts';
import './socioeconomic/form.ts';
import './socioeconomic/lists.ts';
import './socioeconomic/report.ts';
import './business/upsert-business.ts';
import './business/upsert-businesses.ts';
import './tax/validate-curp.ts';
import './tax/listed.ts';
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

/** Complete GraphQL schema. The imports above register the types on the builder. */
export const schema: GraphQLSchema = createSchema();

function createSchema(): GraphQLSchema {
  registerScalars();
  builder.queryType({
    description:
      "Root of all queries. A query returns data of the caller's service (tenant) only, and lists that all services share. In all descriptions, `databaseId` is the internal numeric id of an object, unique among the objects of its type in the service, and `v4:` introduces the counterpart in the REST API version 4 (/api/v4).",
  });
  builder.mutationType({
    description:
      "Root of all mutations. A request contains one mutation. A mutation changes data of the caller's service (tenant) only. It requires the scope that its description names; selecting an object in its result also requires the scope to read that object.",
  });
  builder.subscriptionType({
    description: 'Root of all subscriptions, delivered by Server-Sent Events.',
  });
  return builder.toSchema();
}
