import type { DB } from '../tables.ts';

/** Commands of the gateway that connect as a role of their own: `serve`, and a worker that also loads lists. */
export const ROLE_KINDS = ['serve', 'work'] as const;
export type RoleKind = (typeof ROLE_KINDS)[number];

type TableName = keyof DB | 'kysely_migration' | 'kysely_migration_step';

/** Write privileges of a role on a table. */
export type Rights = { insert?: true; update?: true; delete?: true };

const READ: Rights = {};
const ADD: Rights = { insert: true };
const WRITE: Rights = { insert: true, update: true };
const ALL: Rights = { insert: true, update: true, delete: true };

/**
 * Privileges of the serving role in addition to reading: no more than its operations and jobs need, so that injected
 * SQL cannot change evidence, keys or lists. Cascading deletes need no privilege: PostgreSQL runs them as the owner of
 * the tables.
 */
const SERVING_RIGHTS: Readonly<Record<TableName, Rights>> = {
  // Evidence is append-only.
  audit_events: ADD,
  deletion_receipts: ADD,
  report_keys: ADD,
  // The gateway's own template is stored with the first report that uses it.
  socioeconomic_templates: ADD,
  // Written by operator commands.
  services: READ,
  api_keys: READ,
  trusted_documents: READ,
  master_keys: READ,
  kysely_migration: READ,
  kysely_migration_step: READ,
  // Only a role of kind `work` loads lists.
  list_snapshots: READ,
  list_entries: READ,
  list_names: READ,
  list_identifiers: READ,
  list_key_counts: READ,
  list_fetches: READ,
  list_redates: READ,
  // The first process creates the key; operator commands seal and rotate it.
  signing_keys: ADD,
  // `keys rotate` updates them; they are deleted with their business.
  data_keys: ADD,
  users: WRITE,
  answers: WRITE,
  filled_questionnaires: WRITE,
  questionnaire_templates: WRITE,
  questions: ALL,
  persons: ALL,
  businesses: ALL,
  participants: ALL,
  documents: ALL,
  files: ALL,
  participant_matches: ALL,
  match_resolutions: { insert: true, delete: true },
  match_whitelist: ALL,
  match_findings: WRITE,
  screenings: ALL,
  screening_matches: { insert: true, delete: true },
  screening_settings: WRITE,
  screening_queue: ALL,
  screening_reports: WRITE,
  rescreenings: ALL,
  extractions: ALL,
  applied_fields: WRITE,
  consents: WRITE,
  socioeconomic_reports: WRITE,
  id_counters: WRITE,
  rate_limits: WRITE,
  service_counts: WRITE,
  idempotency_keys: ALL,
  business_event_streams: WRITE,
  business_events: ALL,
  jobs: ALL,
  webhook_endpoints: ALL,
  webhook_deliveries: ALL,
};

/** Additional privileges of a role of kind `work` on lists. */
const LOADING_RIGHTS: Partial<Record<TableName, Rights>> = {
  list_snapshots: WRITE,
  list_entries: WRITE,
  list_names: ADD,
  list_identifiers: ADD,
  list_key_counts: { insert: true, delete: true },
  list_fetches: WRITE,
};

/** Returns the privileges of a role on every table, in addition to reading. */
export function getTableRights(kind: RoleKind): Readonly<Record<TableName, Rights>> {
  return kind === 'serve' ? SERVING_RIGHTS : { ...SERVING_RIGHTS, ...LOADING_RIGHTS };
}
