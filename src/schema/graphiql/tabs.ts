import type { Example } from './example.ts';
import { EXTRACTION_EXAMPLES } from './extraction.ts';
import { FILE_EXAMPLES } from './files.ts';
import { joinExamples, nameOf } from './join-examples.ts';
import { LIST_EXAMPLES } from './lists.ts';
import { MUTATION_EXAMPLES } from './mutations.ts';
import { OBJECT_EXAMPLES } from './objects.ts';
import { QUERY_EXAMPLES } from './queries.ts';
import { RECORD_EXAMPLES } from './records.ts';
import { REPORT_EXAMPLES } from './reports.ts';
import { SCREENING_SETTINGS_EXAMPLES } from './screening-settings.ts';
import { SCREENING_EXAMPLES } from './screenings.ts';
import { SOCIOECONOMIC_EXAMPLES } from './socioeconomic.ts';
import { SUBSCRIPTION_EXAMPLES } from './subscriptions.ts';
import { TAX_EXAMPLES } from './tax.ts';
import { USER_EXAMPLES } from './users.ts';
import { WEBHOOK_CHANGE_EXAMPLES } from './webhook-changes.ts';
import { WEBHOOK_EXAMPLES } from './webhooks.ts';

/** Every operation of the graph, ready to run on the demo data. */
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
 * What somebody has in mind who opens a tab, nine of them at most: more do not fit a narrow window. Each lists its
 * operations by their names. The first is the title of the tab and what its button offers first: short, and nothing
 * that deletes.
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
    // In the order in which they can be run.
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
    // In the order in which they can be run: all but the first are about the endpoint that it adds.
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

/** The tabs of GraphiQL. */
export const TABS: readonly Example[] = TASKS.map((names) =>
  joinExamples(names.flatMap((name) => EXAMPLES.filter((one) => nameOf(one) === name))),
);
