import { type Kysely, sql } from 'kysely';

/** Webhook endpoints of services, and deliveries to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `
create table webhook_endpoints (
  service_id integer not null,
  id bigint not null,
  url text not null,
  event_types text[] not null,
  -- Sealed under the service's data key, which a master key wraps that the database never sees.
  sealed_secret bytea not null,
  -- The one before, which signs too until then.
  sealed_earlier_secret bytea,
  earlier_secret_until timestamptz(3),
  -- Why nothing is sent; null where it is.
  disabled_reason text,
  disabled_at timestamptz(3),
  -- The last event of the service that became a delivery or was passed over.
  position bigint not null,
  -- Attempts that failed since one succeeded, since when, and until when nothing is tried because of them.
  failures integer not null default 0,
  failing_since timestamptz(3),
  paused_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint webhook_endpoints_pkey primary key (service_id, id),
  constraint webhook_endpoints_service foreign key (service_id) references services (id),
  constraint webhook_endpoints_url check (char_length(url) between 1 and 2048),
  constraint webhook_endpoints_reason check (disabled_reason in ('asked', 'failing', 'gone', 'fell_behind')),
  constraint webhook_endpoints_disabled check ((disabled_reason is null) = (disabled_at is null)),
  constraint webhook_endpoints_earlier check ((sealed_earlier_secret is null) = (earlier_secret_until is null))
)`,
  `
-- Ids, types and times only, as in business_events: a delivery may outlive what it is about, by 7 days at most.
create table webhook_deliveries (
  service_id integer not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  -- The id of the event: the same for every attempt and every endpoint.
  message_id text not null,
  type text not null,
  -- What is told in order among itself: a business, or a user's answers.
  lane text not null,
  business_id bigint,
  body text not null,
  state text not null default 'waiting',
  attempts integer not null default 0,
  -- When it may be tried; of one under way, when it may be tried again should nothing be heard of it.
  due_at timestamptz(3) not null default now(),
  give_up_at timestamptz(3) not null default now() + interval '3 days',
  last_attempt_at timestamptz(3),
  -- Of the answer to the last attempt, or why there was none: a word of our own.
  last_status integer,
  last_error text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  constraint webhook_deliveries_pkey primary key (service_id, id),
  constraint webhook_deliveries_once unique (service_id, endpoint_id, message_id),
  constraint webhook_deliveries_endpoint foreign key (service_id, endpoint_id)
    references webhook_endpoints (service_id, id) on delete cascade,
  constraint webhook_deliveries_state check (state in ('waiting', 'delivered', 'abandoned')),
  constraint webhook_deliveries_settled check ((state = 'waiting') = (settled_at is null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`,
  `create index webhook_deliveries_due on webhook_deliveries (service_id, endpoint_id, due_at)
  where state = 'waiting'`,
  `create index webhook_deliveries_lane on webhook_deliveries (service_id, endpoint_id, lane, id)
  where state = 'waiting'`,
  'create index webhook_deliveries_list on webhook_deliveries (service_id, endpoint_id, id)',
  'create index webhook_deliveries_business on webhook_deliveries (service_id, business_id)',
  'create index webhook_deliveries_age on webhook_deliveries (created_at)',
];
