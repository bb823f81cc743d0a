import type { GraphQLSchema } from 'graphql';
import './access-token.ts';
import './attach-document.ts';
import './business.ts';
import './business-event.ts';
import './business-list.ts';
import './completion.ts';
import './completion-preview.ts';
import './document.ts';
import './file.ts';
import './file-upload.ts';
import './import-answers.ts';
import './match.ts';
import './participant.ts';
import './personal-information.ts';
import './questionnaire.ts';
import './resolve-participant-matches.ts';
import './resolve-person-matches.ts';
import './upsert-business.ts';
import './validate-curp.ts';
import './validate-rfc.ts';
import './viewer.ts';
import { builder } from './builder.ts';
import { registerScalars } from './scalars.ts';

/** The whole graph; every type file registers itself on the builder. */
export const schema: GraphQLSchema = createSchema();

function createSchema(): GraphQLSchema {
  registerScalars();
  builder.queryType({ description: 'Reads.' });
  builder.mutationType({ description: 'Changes. One for each request.' });
  builder.subscriptionType({ description: 'What happens, as it happens, by Server-Sent Events.' });
  return builder.toSchema();
}
