import { AppError, type ErrorCode } from '../../errors.ts';
import { builder } from './builder.ts';
import { ErrorCodeEnum } from './error-code.ts';
import { GRAPH_FAILURES } from './failures.ts';
import { InputIssueCode, InputIssueType } from './input-issue.ts';
import { SCOPES, Scope } from './scope.ts';

/**
 * A class whose instances are the AppErrors of some codes. Pothos tells the members of a result union apart by
 * `instanceof`, and this code has one error class only.
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
  description: 'Every expected failure. Clients switch on `code`; `message` is for people.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'For people. v4: `message`.' }),
    code: t.field({
      type: ErrorCodeEnum,
      description: 'What kind of failure it is. v4 `code_message`.',
      resolve: (error) => GRAPH_FAILURES[error.code].code,
    }),
  }),
});

builder.objectType(InputValidationError, {
  name: 'InputValidationError',
  description: 'The input breaks a rule; nothing was done. v4: 400 `invalid_request`.',
  interfaces: [UserError],
  fields: (t) => ({
    issues: t.expose('issues', {
      type: [InputIssueType],
      description: 'At most 50. v4: `data.issues`.',
    }),
  }),
});

builder.objectType(BusinessNotFoundError, {
  name: 'BusinessNotFoundError',
  description: 'The service has no such business. v4: 400 `invalid_request`.',
  interfaces: [UserError],
});

builder.objectType(ParticipantNotFoundError, {
  name: 'ParticipantNotFoundError',
  description: 'The service has no such participant. v4: 400 `invalid_request`.',
  interfaces: [UserError],
});

builder.objectType(UserNotFoundError, {
  name: 'UserNotFoundError',
  description: 'The service has no such user. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(FileNotFoundError, {
  name: 'FileNotFoundError',
  description: 'The service has no such file. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(FileNotAvailableError, {
  name: 'FileNotAvailableError',
  description:
    'The bytes of the file have not come, or are infected. v4: 409 `file_not_available`.',
  interfaces: [UserError],
  fields: (t) => ({
    reason: t.field({
      type: InputIssueCode,
      nullable: true,
      description: 'Why, to translate by; null where nothing is known. v4: `data.issues`.',
      resolve: ({ issues }) => issues[0]?.code ?? null,
    }),
  }),
});

builder.objectType(FilesUnavailableError, {
  name: 'FilesUnavailableError',
  description:
    'The gateway cannot keep files, or not scan them at the moment. v4: 503 `files_unavailable`.',
  interfaces: [UserError],
});

builder.objectType(ListUnavailableError, {
  name: 'ListUnavailableError',
  description:
    'None of the lists is loaded for that day: nobody is unlisted by that. v4: 503 `list_unavailable`.',
  interfaces: [UserError],
});

builder.objectType(ScreeningNotFoundError, {
  name: 'ScreeningNotFoundError',
  description: 'The service has no such screening. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(ReportNotFoundError, {
  name: 'ReportNotFoundError',
  description: 'The service has no such report. v4: 404 `not_found`.',
  interfaces: [UserError],
});

builder.objectType(ConsentNotFoundError, {
  name: 'ConsentNotFoundError',
  description: 'The service has no such consent. Not in v4.',
  interfaces: [UserError],
});

builder.objectType(ConsentRequiredError, {
  name: 'ConsentRequiredError',
  description:
    'The person has not agreed to it, or does not any more; nothing was done. v4: 409 `consent_required`.',
  interfaces: [UserError],
});

builder.objectType(WebhookNotFoundError, {
  name: 'WebhookNotFoundError',
  description: 'The service has no such webhook endpoint or delivery. Not in v4.',
  interfaces: [UserError],
});

builder.objectType(NotAuthorizedError, {
  name: 'NotAuthorizedError',
  description: 'The caller may not do this. v4: `unauthorized`.',
  interfaces: [UserError],
  fields: (t) => ({
    requiredScope: t.field({
      type: Scope,
      nullable: true,
      description:
        'The scope that is lacking; null when it is not a scope that is lacking. Not in v4.',
      resolve: ({ requiredScope }) =>
        Object.values(SCOPES).find((scope) => scope.value === requiredScope)?.value ?? null,
    }),
  }),
});

builder.objectType(VersionConflictError, {
  name: 'VersionConflictError',
  description: 'It was changed since the caller read it; nothing was done. Not in v4.',
  interfaces: [UserError],
  fields: (t) => ({
    currentVersion: t.int({
      description: 'The version that it has now; 0 where there is none. Not in v4.',
      resolve: (error) => error.currentVersion ?? 0,
    }),
  }),
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description:
    'It was decided otherwise before, or another has what must be its own; nothing was done. v4: 409 `conflict`.',
  interfaces: [UserError],
});

builder.objectType(IdempotencyError, {
  name: 'IdempotencyError',
  description:
    'The idempotency key stands for another request, or a request for the same data is still under way. v4: 422 `idempotency_key_reused`, 409 `operation_in_progress`.',
  interfaces: [UserError],
  fields: (t) => ({
    retryable: t.boolean({
      description: 'Whether the very same request may be sent again. Not in v4.',
      resolve: (error) => error.code === 'operation_in_progress',
    }),
  }),
});
