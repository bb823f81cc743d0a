import { AppError, type ErrorCode } from '../../errors.ts';
import { FAILURES } from '../../http/failures.ts';
import { builder } from './builder.ts';
import { ErrorCodeEnum } from './error-code.ts';
import { InputIssueCode, InputIssueType } from './input-issue.ts';
import { describeMissing } from './lookups.ts';
import { SCOPES, Scope } from './scope.ts';

/**
 * Creates a class for `instanceof` only: its instances are the AppErrors with one of the codes. Pothos distinguishes
 * the members of a result union by `instanceof`, and the gateway has a single error class.
 */
function createErrorKind(...codes: ErrorCode[]): typeof AppError {
  return class extends AppError {
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof AppError && codes.includes(value.code);
    }
  };
}

export const InputValidationError = createErrorKind('invalid_input');
export const BusinessNotFoundError = createErrorKind('business_not_found');
export const ParticipantNotFoundError = createErrorKind('participant_not_found');
export const UserNotFoundError = createErrorKind('user_not_found');
export const FileNotFoundError = createErrorKind('file_not_found');
export const FileNotAvailableError = createErrorKind('file_not_available');
export const FilesUnavailableError = createErrorKind('files_unavailable');
export const ListUnavailableError = createErrorKind('list_unavailable');
export const ScreeningNotFoundError = createErrorKind('screening_not_found');
export const ReportNotFoundError = createErrorKind('report_not_found');
export const ConsentNotFoundError = createErrorKind('consent_not_found');
export const ConsentRequiredError = createErrorKind('consent_required');
export const WebhookNotFoundError = createErrorKind('webhook_not_found');
export const VersionConflictError = createErrorKind('version_conflict');
export const ConflictError = createErrorKind('conflict');
export const IdempotencyError = createErrorKind('idempotency_key_reused', 'operation_in_progress');
export const NotAuthorizedError = createErrorKind('unauthenticated', 'forbidden');

const UserError = builder.interfaceRef<AppError>('UserError').implement({
  description: 'Expected failure of an operation. Clients decide by `code` and display `message`.',
  fields: (t) => ({
    message: t.exposeString('message', {
      description: 'Human-readable error message, in English. v4: `message`.',
    }),
    code: t.field({
      type: ErrorCodeEnum,
      description: 'Error code. v4: `code_message`.',
      resolve: (error) => FAILURES[error.code].code,
    }),
  }),
});

builder.objectType(InputValidationError, {
  name: 'InputValidationError',
  description:
    'Error for input that failed validation. Nothing was changed. v4: 400 `invalid_request`.',
  interfaces: [UserError],
  fields: (t) => ({
    issues: t.expose('issues', {
      type: [InputIssueType],
      description: 'Violations of validation rules, at most 50. v4: `data.issues`.',
    }),
  }),
});

builder.objectType(BusinessNotFoundError, {
  name: 'BusinessNotFoundError',
  description: `${describeMissing('business')} v4: 400 \`invalid_request\`.`,
  interfaces: [UserError],
});

builder.objectType(ParticipantNotFoundError, {
  name: 'ParticipantNotFoundError',
  description: `${describeMissing('participant')} v4: 400 \`invalid_request\`.`,
  interfaces: [UserError],
});

builder.objectType(UserNotFoundError, {
  name: 'UserNotFoundError',
  description: 'Error for a user that does not exist in the service. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(FileNotFoundError, {
  name: 'FileNotFoundError',
  description:
    'Error for a file or an extraction that does not exist in the service. A repeated request with an idempotency key fails with this error when the file or the extraction was deleted in the meantime. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(FileNotAvailableError, {
  name: 'FileNotAvailableError',
  description:
    'Error for one file whose bytes have not been uploaded, were rejected, or are infected. v4: 409 `file_not_available`.',
  interfaces: [UserError],
  fields: (t) => ({
    reason: t.field({
      type: InputIssueCode,
      nullable: true,
      description:
        'Code of the reason: INFECTED, NOT_SENT, NOT_AWAITED, or the issue for which the upload was rejected. Null when the reason is unknown. v4: `data.issues`.',
      resolve: ({ issues }) => issues[0]?.code ?? null,
    }),
  }),
});

builder.objectType(FilesUnavailableError, {
  name: 'FilesUnavailableError',
  description:
    'Error for all files: file storage or its encryption keys are not configured, or the malware scanner is unavailable. The same keys encrypt webhook secrets and reports, so that mutations on secrets and reports fail with this error too. v4: 503 `files_unavailable`.',
  interfaces: [UserError],
});

builder.objectType(ListUnavailableError, {
  name: 'ListUnavailableError',
  description:
    'Error when none of the requested lists is loaded for the requested date. The error does not mean that the subject is absent from the lists. v4: 503 `list_unavailable`.',
  interfaces: [UserError],
});

builder.objectType(ScreeningNotFoundError, {
  name: 'ScreeningNotFoundError',
  description: `${describeMissing('screening')} v4: 404 \`not_found\`.`,
  interfaces: [UserError],
});

builder.objectType(ReportNotFoundError, {
  name: 'ReportNotFoundError',
  description: `${describeMissing('report')} v4: 404 \`not_found\`.`,
  interfaces: [UserError],
});

builder.objectType(ConsentNotFoundError, {
  name: 'ConsentNotFoundError',
  description: describeMissing('consent'),
  interfaces: [UserError],
});

builder.objectType(ConsentRequiredError, {
  name: 'ConsentRequiredError',
  description:
    'Error for a socioeconomic report whose participant has not consented or has revoked the consent. Nothing was changed. v4: 409 `consent_required`.',
  interfaces: [UserError],
});

builder.objectType(WebhookNotFoundError, {
  name: 'WebhookNotFoundError',
  description: describeMissing('webhook endpoint or delivery'),
  interfaces: [UserError],
});

builder.objectType(NotAuthorizedError, {
  name: 'NotAuthorizedError',
  description:
    'Error for a caller that is not authenticated, or lacks the permission for the operation. v4: `unauthorized`.',
  interfaces: [UserError],
  fields: (t) => ({
    requiredScope: t.field({
      type: Scope,
      nullable: true,
      description:
        'Scope that the caller lacks. Null when the request was rejected for another reason.',
      resolve: ({ requiredScope }) =>
        Object.values(SCOPES).find((scope) => scope.value === requiredScope)?.value ?? null,
    }),
  }),
});

builder.objectType(VersionConflictError, {
  name: 'VersionConflictError',
  description:
    'Error for an object that has changed since the caller read it: `expectedVersion` differs from the current version. Nothing was changed by this request.',
  interfaces: [UserError],
  fields: (t) => ({
    currentVersion: t.int({
      description: 'Current version of the object. 0 when the object does not exist.',
      resolve: (error) => error.currentVersion ?? 0,
    }),
  }),
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description:
    'Error for a request that contradicts the current state: an earlier decision, a final report, or a value that must be unique. Nothing was changed. v4: 409 `conflict`.',
  interfaces: [UserError],
});

builder.objectType(IdempotencyError, {
  name: 'IdempotencyError',
  description:
    'Error for an idempotency key that was used for a request with another mutation or input, or for a request sent while another one changes the same data. v4: 422 `idempotency_key_reused`, 409 `operation_in_progress`.',
  interfaces: [UserError],
  fields: (t) => ({
    retryable: t.boolean({
      description: 'True when the identical request can be sent again.',
      resolve: (error) => error.code === 'operation_in_progress',
    }),
  }),
});
