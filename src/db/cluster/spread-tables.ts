/**
 * Citus reference tables, which every server of a cluster has completely: they have few rows, or rows that all services
 * read. The lists have a service_id, which is 0 for lists that all services share. A table comes after those that it
 * refers to.
 */
export const REFERENCE_TABLES = [
  'services',
  'signing_keys',
  'master_keys',
  'report_keys',
  'list_snapshots',
  'list_entries',
  'list_names',
  'list_identifiers',
  'list_key_counts',
  'list_fetches',
  'list_redates',
] as const;

/**
 * Distributed tables: the rows of a service are on one server. Every statement has a condition on one constant
 * service_id for each of these tables that it uses, see docs/operate/citus.md. A table comes after those that it refers
 * to.
 */
export const TENANT_TABLES = [
  'users',
  'persons',
  'questionnaire_templates',
  'questions',
  'filled_questionnaires',
  'answers',
  'businesses',
  'files',
  'participants',
  'documents',
  'participant_matches',
  'match_resolutions',
  'data_keys',
  'id_counters',
  'api_keys',
  'deletion_receipts',
  'audit_events',
  'idempotency_keys',
  'business_event_streams',
  'business_events',
  'rate_limits',
  'trusted_documents',
  'jobs',
  'service_counts',
  'webhook_endpoints',
  'webhook_deliveries',
  'screenings',
  'screening_matches',
  'screening_settings',
  'screening_queue',
  'rescreenings',
  'match_whitelist',
  'match_findings',
  'screening_reports',
  'extractions',
  'applied_fields',
  'socioeconomic_templates',
  'consents',
  'socioeconomic_reports',
] as const;

/** Functions that generated columns and indexes call, so that every server needs them. */
export const SPREAD_FUNCTIONS = [
  'fold_text(text)',
  'fold_name(text)',
  'name_keys(integer, text)',
] as const;
