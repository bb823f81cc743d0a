import { AppError, type ErrorCode } from '../../errors.ts';
import { builder } from './builder.ts';
import { ErrorCodeEnum } from './error-code.ts';
import { GRAPH_FAILURES } from './failures.ts';
import { InputIssueCode, InputIssueType } from './input-issue.ts';
import { SCOPES, Scope } from './scope.ts';

/**
 * Returns a class whose instances are the AppErrors with one of the codes. Pothos distinguishes the members of a result
 * union by `instanceof`, and the gateway has a single error class.
 */
function errorKind(...codes: ErrorCode[]): typeof AppError {
  return class extends AppError {
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof AppError && codes.includes(value.code);
    }
  };
}

export const InputValidationError = errorKind('invalid_input');
export const BusinessNotFoundError = errorKind('business_not_found');
export const ParticipantNotFoundError = errorKind('participant_not_found');
export const UserNotFoundError = errorKind('user_not_found');
export const FileNotFoundError = errorKind('file_not_found');
export const FileNotAvailableError = errorKind('file_not_available');
export const FilesUnavailableError = errorKind('files_unavailable');
export const ListUnavailableError = errorKind('list_unavailable');
export const ScreeningNotFoundError = errorKind('screening_not_found');
export const ReportNotFoundError = errorKind('report_not_found');
export const ConsentNotFoundError = errorKind('consent_not_found');
export const ConsentRequiredError = errorKind('consent_required');
export const WebhookNotFoundError = errorKind('webhook_not_found');
export const VersionConflictError = errorKind('version_conflict');
export const ConflictError = errorKind('conflict');
export const IdempotencyError = errorKind('idempotency_key_reused', 'operation_in_progress');
export const NotAuthorizedError = errorKind('unauthenticated', 'forbidden');

const UserError = builder.interfaceRef<AppError>('UserError').implement({
  description:
    'Expected failure of an operation. Clients branch on `code` and show `message` to people.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'Sentence for people. v4: `message`.' }),
    code: t.field({
      type: ErrorCodeEnum,
      description: 'Kind of failure. v4: `code_message`.',
      resolve: (error) => GRAPH_FAILURES[error.code].code,
    }),
  }),
});

builder.objectType(InputValidationError, {
  name: 'InputValidationError',
  description: 'Input that breaks a rule. Nothing was changed. v4: 400 `invalid_request`.',
  interfaces: [UserError],
  fields: (t) => ({
    issues: t.expose('issues', {
      type: [InputIssueType],
      description: 'Rules that the input breaks, at most 50. v4: `data.issues`.',
    }),
  }),
});

builder.objectType(BusinessNotFoundError, {
  name: 'BusinessNotFoundError',
  description: 'Business that does not exist in the service. v4: 400 `invalid_request`.',
  interfaces: [UserError],
});

builder.objectType(ParticipantNotFoundError, {
  name: 'ParticipantNotFoundError',
  description: 'Participant that does not exist in the service. v4: 400 `invalid_request`.',
  interfaces: [UserError],
});

builder.objectType(UserNotFoundError, {
  name: 'UserNotFoundError',
  description: 'User that does not exist in the service. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(FileNotFoundError, {
  name: 'FileNotFoundError',
  description: 'File that does not exist in the service. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(FileNotAvailableError, {
  name: 'FileNotAvailableError',
  description:
    'File whose bytes have not been uploaded or are infected. v4: 409 `file_not_available`.',
  interfaces: [UserError],
  fields: (t) => ({
    reason: t.field({
      type: InputIssueCode,
      nullable: true,
      description:
        'Reason that the file is not available, for translation. Null when the reason is unknown. v4: `data.issues`.',
      resolve: ({ issues }) => issues[0]?.code ?? null,
    }),
  }),
});

builder.objectType(FilesUnavailableError, {
  name: 'FilesUnavailableError',
  description:
    'File storage that is not configured, or malware scanner that is unavailable. v4: 503 `files_unavailable`.',
  interfaces: [UserError],
});

builder.objectType(ListUnavailableError, {
  name: 'ListUnavailableError',
  description:
    'Lists of which none is loaded for the requested date. The failure does not mean that the subject is not listed. v4: 503 `list_unavailable`.',
  interfaces: [UserError],
});

builder.objectType(ScreeningNotFoundError, {
  name: 'ScreeningNotFoundError',
  description: 'Screening that does not exist in the service. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(ReportNotFoundError, {
  name: 'ReportNotFoundError',
  description: 'Report that does not exist in the service. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(ConsentNotFoundError, {
  name: 'ConsentNotFoundError',
  description: 'Consent that does not exist in the service.',
  interfaces: [UserError],
});

builder.objectType(ConsentRequiredError, {
  name: 'ConsentRequiredError',
  description:
    'Consent that the person has not given or has revoked. Nothing was changed. v4: 409 `consent_required`.',
  interfaces: [UserError],
});

builder.objectType(WebhookNotFoundError, {
  name: 'WebhookNotFoundError',
  description: 'Webhook endpoint or delivery that does not exist in the service.',
  interfaces: [UserError],
});

builder.objectType(NotAuthorizedError, {
  name: 'NotAuthorizedError',
  description: 'Caller that may not perform the operation. v4: `unauthorized`.',
  interfaces: [UserError],
  fields: (t) => ({
    requiredScope: t.field({
      type: Scope,
      nullable: true,
      description: 'Scope that the caller lacks. Null when the refusal has another reason.',
      resolve: ({ requiredScope }) =>
        Object.values(SCOPES).find((scope) => scope.value === requiredScope)?.value ?? null,
    }),
  }),
});

builder.objectType(VersionConflictError, {
  name: 'VersionConflictError',
  description: 'Object that changed since the caller read it. Nothing was changed by this request.',
  interfaces: [UserError],
  fields: (t) => ({
    currentVersion: t.int({
      description: 'Current version of the object; 0 when the object does not exist.',
      resolve: (error) => error.currentVersion ?? 0,
    }),
  }),
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description:
    'Request that contradicts an earlier decision or duplicates a value that must be unique. Nothing was changed. v4: 409 `conflict`.',
  interfaces: [UserError],
});

builder.objectType(IdempotencyError, {
  name: 'IdempotencyError',
  description:
    'Idempotency key that belongs to another request, or a request for the same data that is still in progress. v4: 422 `idempotency_key_reused`, 409 `operation_in_progress`.',
  interfaces: [UserError],
  fields: (t) => ({
    retryable: t.boolean({
      description: 'True when the identical request may be sent again.',
      resolve: (error) => error.code === 'operation_in_progress',
    }),
  }),
});
