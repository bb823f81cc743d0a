/** What a caller needs besides the mutation's own scope to be answered with an object. */
export type PayloadScope = 'business:read' | 'file:read' | 'screening:read' | 'user:manage' | null;

/**
 * The scope for each type that the answer of a mutation may hold. Null is for what tells of the request alone: what it
 * did, how it failed, which ids it was sent. What is stored needs the scope to read it, even what was just written, for
 * an object leads to all that hangs together with it. The schema is not built while a type is missing here.
 */
export const PAYLOAD_SCOPES: Readonly<Record<string, PayloadScope>> = {
  AddWebhookEndpointPayload: null,
  Address: 'business:read',
  Answer: 'business:read',
  AttachDocumentPayload: null,
  Business: 'business:read',
  BusinessConnection: 'business:read',
  BusinessEdge: 'business:read',
  BusinessNotFoundError: null,
  CompleteBusinessPayload: null,
  CompleteFileUploadPayload: null,
  ConflictError: null,
  CreateFileUploadPayload: null,
  CreateUserPayload: null,
  DisableUserPayload: null,
  EnableUserPayload: null,
  // Counts of what the request deleted; the same again only for its own idempotency key.
  DeletionReceipt: null,
  DisableWebhookEndpointPayload: null,
  EnableWebhookEndpointPayload: null,
  File: 'file:read',
  FileNotAvailableError: null,
  FileNotFoundError: null,
  FilesUnavailableError: null,
  FilledQuestionnaire: 'business:read',
  IdempotencyError: null,
  ImportAnswersPayload: null,
  ImportFailure: null,
  ImportOutcome: null,
  InputIssue: null,
  InputValidationError: null,
  IssueAccessTokenPayload: null,
  MatchResolution: 'business:read',
  NotAuthorizedError: null,
  PageInfo: 'business:read',
  Participant: 'business:read',
  ParticipantChanges: null,
  ParticipantConnection: 'business:read',
  ParticipantEdge: 'business:read',
  ParticipantMatch: 'business:read',
  ParticipantNotFoundError: null,
  PersonalInformation: 'business:read',
  PhoneNumber: 'business:read',
  Question: 'business:read',
  QuestionnaireTemplate: 'business:read',
  RedeliverWebhookPayload: null,
  RemoveWebhookEndpointPayload: null,
  RequestedDocument: 'business:read',
  ResolveParticipantMatchesPayload: null,
  ResolvePersonMatchesPayload: null,
  ResponsibleUser: 'business:read',
  UpdateUserPayload: null,
  RotateWebhookSecretPayload: null,
  TestWebhookEndpointPayload: null,
  UpsertBusinessPayload: null,
  UpsertBusinessesPayload: null,
  UpsertedBusiness: null,
  UpsertQuestionnaireTemplatePayload: null,
  User: 'user:manage',
  UserNotFoundError: null,
  VersionConflictError: null,
  // Whoever may change a webhook may read it: there is one scope for both.
  WebhookDelivery: null,
  WebhookEndpoint: null,
  WebhookNotFoundError: null,
};

/**
 * The fields that differ from their type: whoever sends a file goes on with its id and learns how it ended, and some
 * fields of an answer are read anew.
 */
export const PAYLOAD_FIELD_SCOPES: Readonly<Record<string, PayloadScope>> = {
  'CompleteBusinessPayload.business': 'business:read',
  'DeletionReceipt.business': 'business:read',
  'File.business': 'business:read',
  'File.databaseId': null,
  'File.documents': 'business:read',
  'File.id': null,
  'File.isScanned': null,
  'File.status': null,
  'RequestedDocument.file': 'file:read',
};
