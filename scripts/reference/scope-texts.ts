import type { Scope } from '../../src/auth/scopes.ts';

/** Meaning of scopes beyond the operations and paths that they allow, which are read from the schema and the routes. */
export const SCOPE_TEXTS: Readonly<Partial<Record<Scope, string>>> = {
  'business:read': 'Businesses, participants and receipts, also in results of mutations.',
  'personal:read': 'Personal information without mask; each read is recorded.',
  'business:write': 'Also `missingDocuments: DELETE` of `upsertBusiness`.',
  'business:complete': '`missingParticipants: DELETE` of `upsertBusiness`.',
  'report:read': 'Consents; contents with `personal:read`, PDFs with `file:read` too.',
  'token:issue': 'Without a user token.',
  'file:read': 'Names and bytes of files; extractions.',
};
