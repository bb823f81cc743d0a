import { TENANT_TABLES } from '../cluster/spread-tables.ts';

type TenantTable = (typeof TENANT_TABLES)[number];

/**
 * Tables in which background work reads the rows of all services: due jobs, events to publish, expired rows. Background
 * work writes within one service at a time.
 */
export const WORK_TABLES: readonly TenantTable[] = [
  'jobs',
  'business_events',
  'business_event_streams',
  'webhook_endpoints',
  'webhook_deliveries',
  'idempotency_keys',
  'files',
  // A file that a document refers to is not expired.
  'documents',
  'screenings',
  'screening_settings',
  // Quota usage of each service, for metrics.
  'service_counts',
];

/**
 * Condition on the service. The setting is null when it was never set, and empty when it was set in an earlier
 * transaction: no row passes then.
 */
const OF_SERVICE = `service_id = nullif(current_setting('gateway.service_id', true), '')::integer`;
const OF_ALL = `current_setting('gateway.all_services', true) = 'on'`;

/**
 * Returns the commands that create the policies of a table and enforce them for roles other than its owner, superusers
 * and roles with BYPASSRLS.
 */
export function createPolicies(table: TenantTable): string[] {
  const isWork = WORK_TABLES.includes(table);
  return [
    ...dropPolicies(table),
    `create policy own_service on ${table} using (${OF_SERVICE})`,
    ...(isWork ? [`create policy all_services on ${table} for select using (${OF_ALL})`] : []),
    `alter table ${table} enable row level security`,
  ];
}

export function dropPolicies(table: TenantTable): string[] {
  return [
    `alter table ${table} disable row level security`,
    `drop policy if exists own_service on ${table}`,
    `drop policy if exists all_services on ${table}`,
  ];
}

/**
 * Functions in the conditions of searches. Before the policy, PostgreSQL evaluates only leakproof functions in an
 * index condition, and only a superuser can mark a function as leakproof. None of these reveals a row by an error.
 */
export const LEAKPROOF_FUNCTIONS = [
  'pg_catalog.lower(text)',
  'pg_catalog."left"(text, integer)',
  'pg_catalog.arraycontains(anyarray, anyarray)',
  'public.name_keys(integer, text)',
] as const;
