import { TENANT_TABLES } from '../cluster/spread-tables.ts';

type TenantTable = (typeof TENANT_TABLES)[number];

/**
 * Tables of which the gateway's own work reads all services' rows: which of them have jobs that are due, events to publish,
 * rows whose time is over. It writes within one service even so.
 */
export const WORK_TABLES: readonly TenantTable[] = [
  'jobs',
  'business_events',
  'business_event_streams',
  'webhook_endpoints',
  'webhook_deliveries',
  'idempotency_keys',
  'files',
  // A file that a document refers to is kept.
  'documents',
  'screenings',
  'screening_settings',
  // What each service has of its quotas, for metrics.
  'service_counts',
];

/**
 * Condition on the service. An unset setting is null, and one that ended with its transaction is empty: neither is a
 * service.
 */
const OF_SERVICE = `service_id = nullif(current_setting('gateway.service_id', true), '')::integer`;
const OF_ALL = `current_setting('gateway.all_services', true) = 'on'`;

/**
 * Returns the commands that create the policies of a table and enforce them for roles other than its owner and
 * superusers.
 */
export function policiesOf(table: TenantTable): string[] {
  const isWork = WORK_TABLES.includes(table);
  return [
    ...withoutPolicies(table),
    `create policy own_service on ${table} using (${OF_SERVICE})`,
    ...(isWork ? [`create policy all_services on ${table} for select using (${OF_ALL})`] : []),
    `alter table ${table} enable row level security`,
  ];
}

export function withoutPolicies(table: TenantTable): string[] {
  return [
    `alter table ${table} disable row level security`,
    `drop policy if exists own_service on ${table}`,
    `drop policy if exists all_services on ${table}`,
  ];
}

/**
 * What the conditions of searches call. PostgreSQL looks for rows by an index before it has asked the policy only by what tells
 * nothing of a row but its answer: of these only a superuser can say that. None of them tells of a row by an error.
 */
export const LEAKPROOF_FUNCTIONS = [
  'pg_catalog.lower(text)',
  'pg_catalog."left"(text, integer)',
  'pg_catalog.arraycontains(anyarray, anyarray)',
  'public.name_keys(integer, text)',
] as const;
