const NAME_COLUMNS = {
  given_name: 'text not null',
  paternal_surname: 'text',
  maternal_surname: 'text',
} as const;

/**
 * Tables that the lines of an import are copied into, with the type of each column; each also has service_id as its
 * first column. They are temporary tables. On a Citus cluster they are permanent and colocated with the tables that
 * they are joined with, and keep their rows until the import ends. `record` is the line number of a row, `ordinal` the
 * position of a participant in its business, from 0.
 */
export const STAGING_TABLES = {
  import_users: {
    record: 'bigint not null',
    id: 'bigint',
    email: 'text not null',
    ...NAME_COLUMNS,
  },
  import_templates: { record: 'bigint not null', key: 'text not null', title: 'text not null' },
  import_questions: {
    template_key: 'text not null',
    key: 'text not null',
    position: 'integer not null',
    text: 'text not null',
  },
  import_questionnaires: {
    record: 'bigint not null',
    user_id: 'bigint not null',
    template_key: 'text not null',
  },
  import_answers: {
    user_id: 'bigint not null',
    template_key: 'text not null',
    question_key: 'text not null',
    answer: 'text not null',
  },
  import_businesses: {
    record: 'bigint not null',
    id: 'bigint',
    external_id: 'bigint not null',
    code: 'text not null',
    name: 'text',
    email: 'text',
    ...NAME_COLUMNS,
  },
  import_participants: {
    record: 'bigint not null',
    ordinal: 'integer not null',
    id: 'bigint',
    external_person_id: 'bigint not null',
    person_type: 'text not null',
    name: 'text not null',
    paternal_surname: 'text',
    maternal_surname: 'text',
    email: 'text',
    phone_country_code: 'text',
    phone_number: 'text',
    registration_mode: 'text not null',
    has_pending_matches: 'boolean not null',
    roles: 'text[] not null',
    legal_act_folio: 'text',
    has_personal_information: 'boolean not null',
    rfc: 'text',
    curp: 'text',
    birth_or_constitution_date: 'date',
    nationality: 'text',
    country_of_birth: 'text',
    civil_status: 'text',
    economic_activity: 'text',
    address: 'jsonb',
  },
  import_matches: {
    record: 'bigint not null',
    ordinal: 'integer not null',
    source_code: 'text not null',
    external_id: 'text not null',
    status: 'text not null',
  },
  import_documents: {
    record: 'bigint not null',
    ordinal: 'integer not null',
    type_code: 'text not null',
    occurrence: 'integer not null',
    position: 'integer not null',
    file_id: 'bigint',
  },
} as const;

export type StagingTable = keyof typeof STAGING_TABLES;

/** Row of a staging table; the e-mail of import_businesses is null when no user is responsible. */
export type StagedRow<T extends StagingTable> = {
  [C in keyof (typeof STAGING_TABLES)[T]]: Value<(typeof STAGING_TABLES)[T][C]>;
};

type ValueTypes = {
  bigint: number;
  integer: number;
  text: string;
  boolean: boolean;
  /** Date as text. */
  date: string;
  jsonb: string;
  'text[]': readonly string[];
};

type Value<Type> = Type extends `${infer Base extends keyof ValueTypes} not null`
  ? ValueTypes[Base]
  : Type extends keyof ValueTypes
    ? ValueTypes[Type] | null
    : never;

/** Column with the folded e-mail. The unique index on users folds e-mails in the same way. */
const EMAIL_KEY = 'email_key text generated always as (lower(email)) stored';

/** Tables for intermediate results of the merge. Each also has `seq`, the order in which new ids are assigned. */
const WORK_TABLES = {
  import_user_ids: 'record bigint not null, id bigint, is_new boolean not null',
  import_business_ids: 'record bigint not null, id bigint, is_new boolean not null',
  import_participant_ids: `record bigint not null, ordinal integer not null, business_id bigint not null,
    id bigint, is_new boolean not null`,
  import_responsibles: `email_key text not null, email text not null, given_name text not null,
    paternal_surname text, maternal_surname text, id bigint, is_new boolean not null,
    has_names boolean not null`,
  import_new_persons: 'external_id bigint not null, id bigint',
  import_removed: 'id bigint not null',
  import_replaced: 'record bigint not null, ordinal integer not null, id bigint not null',
  import_changes: 'business_id bigint not null',
  import_loose_persons: 'id bigint not null',
  import_loose_files: 'id bigint not null',
  import_counts: `businesses bigint, natural_persons bigint, legal_entities bigint,
    pending_participants bigint, pending_matches bigint, missing_documents bigint, documents bigint,
    answers bigint, file_bytes bigint`,
} as const;

/** All staging and work tables with their columns. */
const COLUMNS: readonly (readonly [table: string, columns: string])[] = [
  ...Object.entries(STAGING_TABLES).map(([table, columns]) => {
    const extra = table === 'import_users' || table === 'import_businesses' ? [EMAIL_KEY] : [];
    const lines = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
    return [table, [...lines, ...extra].join(', ')] as const;
  }),
  ...Object.entries(WORK_TABLES).map(
    ([table, columns]) => [table, `seq bigint generated always as identity, ${columns}`] as const,
  ),
];

export const ALL_STAGING_TABLES: readonly string[] = COLUMNS.map(([table]) => table);

/** Statements that create temporary tables, which are dropped at the end of the transaction. */
export const CREATE_TEMPORARY: readonly string[] = COLUMNS.map(
  ([table, columns]) =>
    `create temporary table ${table} (service_id integer not null, ${columns}) on commit drop`,
);

/**
 * Statements that create permanent tables, as distributed tables must be. They are unlogged: their rows are disposable.
 */
export const CREATE_PERMANENT: readonly string[] = COLUMNS.map(
  ([table, columns]) =>
    `create unlogged table if not exists ${table} (service_id integer not null, ${columns})`,
);

/**
 * Indexes, created after the rows are copied into temporary tables. The planner cannot estimate the joins between these
 * tables, and the indexes keep a nested loop from taking hours.
 */
const INDEXED = [
  ['import_users', 'record'],
  ['import_users', 'email_key'],
  ['import_questions', 'template_key, key'],
  ['import_businesses', 'record'],
  ['import_businesses', 'id'],
  ['import_businesses', 'external_id'],
  ['import_participants', 'record, ordinal'],
  ['import_participants', 'id'],
  ['import_matches', 'record, ordinal'],
  ['import_documents', 'record, ordinal'],
  ['import_user_ids', 'record'],
  ['import_business_ids', 'record'],
  ['import_business_ids', 'id'],
  ['import_participant_ids', 'record, ordinal'],
  ['import_participant_ids', 'id'],
  ['import_responsibles', 'email_key'],
] as const;

export const INDEX_TEMPORARY: readonly string[] = INDEXED.map(
  ([table, columns]) => `create index on ${table} (${columns})`,
);

export const INDEX_PERMANENT: readonly string[] = INDEXED.map(([table, columns]) => {
  const name = `${table}_${columns.replaceAll(', ', '_')}`;
  return `create index if not exists ${name} on ${table} (service_id, ${columns})`;
});
