import type { Example } from './example.ts';
import { EXTRACTION_EXAMPLES } from './examples/extraction.ts';
import { FILE_EXAMPLES } from './examples/files.ts';
import { LIST_EXAMPLES } from './examples/lists.ts';
import { MUTATION_EXAMPLES } from './examples/mutations.ts';
import { OBJECT_EXAMPLES } from './examples/objects.ts';
import { QUERY_EXAMPLES } from './examples/queries.ts';
import { RECORD_EXAMPLES } from './examples/records.ts';
import { REPORT_EXAMPLES } from './examples/reports.ts';
import { SCREENING_SETTINGS_EXAMPLES } from './examples/screening-settings.ts';
import { SCREENING_EXAMPLES } from './examples/screenings.ts';
import { SOCIOECONOMIC_EXAMPLES } from './examples/socioeconomic.ts';
import { SUBSCRIPTION_EXAMPLES } from './examples/subscriptions.ts';
import { TAX_EXAMPLES } from './examples/tax.ts';
import { USER_EXAMPLES } from './examples/users.ts';
import { WEBHOOK_CHANGE_EXAMPLES } from './examples/webhook-changes.ts';
import { WEBHOOK_EXAMPLES } from './examples/webhooks.ts';
import { getOperationName, joinExamples } from './join-examples.ts';

/** Examples of all operations, ready to run on the demo data. */
export const EXAMPLES: readonly Example[] = [
  ...QUERY_EXAMPLES,
  ...OBJECT_EXAMPLES,
  ...RECORD_EXAMPLES,
  ...TAX_EXAMPLES,
  ...LIST_EXAMPLES,
  ...REPORT_EXAMPLES,
  ...SCREENING_EXAMPLES,
  ...SCREENING_SETTINGS_EXAMPLES,
  ...MUTATION_EXAMPLES,
  ...FILE_EXAMPLES,
  ...EXTRACTION_EXAMPLES,
  ...SOCIOECONOMIC_EXAMPLES,
  ...USER_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...WEBHOOK_CHANGE_EXAMPLES,
  ...SUBSCRIPTION_EXAMPLES,
];

/**
 * Operation names in each tab. A tab covers one task; at most nine tabs fit a narrow window. The first operation gives
 * the tab its title and runs by default, so it is short and deletes nothing.
 */
const TASKS: readonly (readonly string[])[] = [
  [
    'Business',
    'Businesses',
    'Participants',
    'ParticipantsByName',
    'Participant',
    'PersonalInformation',
    'Overview',
    'Node',
    'Nodes',
  ],
  ['Upsert', 'UpsertBusinesses', 'AttachDocument'],
  [
    'Matches',
    'ResolvePersonMatches',
    'Screen',
    'Screenings',
    'Screening',
    'ScreeningReport',
    'VerifyReport',
    'DeleteScreening',
    'ScreeningSettings',
    'UpdateScreeningSettings',
  ],
  ['Completion', 'CompleteBusiness', 'DeletionReceipt', 'Records'],
  ['Upload', 'CompleteFileUpload', 'File', 'ExtractDocument', 'Extraction', 'ApplyExtraction'],
  [
    'Answers',
    'ImportAnswers',
    'UpsertQuestionnaireTemplate',
    // In execution order: SocioeconomicReport reads the demo report, the others change consents and reports.
    'SocioeconomicReport',
    'RecordConsent',
    'GenerateSocioeconomicReport',
    'UpdateSocioeconomicSection',
    'FinalizeSocioeconomicReport',
    'RevokeConsent',
  ],
  [
    'Rfc',
    'ValidateRfcs',
    'ValidateCurp',
    'Sat69',
    'Sat69b',
    'Sat69ByName',
    'Sat69Batch',
    'Sat69bBatch',
    'WatchLists',
    'ListEntry',
  ],
  ['Viewer', 'IssueAccessToken', 'Users', 'CreateUser', 'UpdateUser', 'DisableUser', 'EnableUser'],
  [
    'Events',
    // In execution order: the operations after AddWebhookEndpoint use the endpoint that it creates.
    'AddWebhookEndpoint',
    'WebhookEndpoints',
    'TestWebhookEndpoint',
    'WebhookDeliveries',
    'RedeliverWebhook',
    'DisableWebhookEndpoint',
    'EnableWebhookEndpoint',
    'RotateWebhookSecret',
    'RemoveWebhookEndpoint',
  ],
];

/** Tabs of GraphiQL. */
export const TABS: readonly Example[] = TASKS.map((names) =>
  joinExamples(
    names.flatMap((name) => EXAMPLES.filter((example) => getOperationName(example) === name)),
  ),
);
