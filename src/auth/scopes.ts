export const SCOPES = [
  'business:read',
  'personal:read',
  'business:write',
  'business:complete',
  'answers:import',
  'tax:validate',
  'list:read',
  'screening:read',
  'screening:write',
  'screening:manage',
  'report:read',
  'report:write',
  'file:read',
  'file:write',
  'questionnaire:write',
  'user:manage',
  'token:issue',
  'audit:read',
  'webhook:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Scopes that a key has only when the operator names them. Managing users reads their e-mails and ends their access,
 * managing screening changes how many users decide, and issuing tokens lets the holder of the key act as any user of
 * the service.
 */
export const NAMED_SCOPES: readonly Scope[] = ['user:manage', 'screening:manage', 'token:issue'];

/** Scopes of a key for which the operator names none. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => !NAMED_SCOPES.includes(scope),
);

/** Scopes that a token can carry. Issuing tokens belongs to an API key: a user never becomes another user. */
export const TOKEN_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'token:issue');

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
