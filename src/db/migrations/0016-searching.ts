import { type Kysely, sql } from 'kysely';

/** Search keys of names, and the orders of all participants of a service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `
-- The same folding as fold_text does, of the whole text.
create function fold_name(value text) returns text
  language sql immutable parallel safe
  return lower(
    case when octet_length(value) = char_length(value) then value
    else regexp_replace(normalize(value, nfd), '[\\u0300-\\u036f]+', '', 'g') end collate "C"
  )`,
  `
-- A number for each three signs of a word in folded text, above which stands the service: so an index over them is one
-- for each service, and needs no extension of the server. Two threes may share a number where they are no plain Latin
-- letters, so whoever finds a text by it looks at the text too.
create function name_keys(service_id integer, folded text) returns bigint[]
  language plpgsql immutable parallel safe as $$
declare
  base constant bigint := service_id * 2097152::bigint;
  keys bigint[] := '{}';
  three integer := 0;
  run integer := 0;
  sign text;
begin
  foreach sign in array string_to_array(folded, null) loop
    if sign = ' ' then
      run := 0;
    else
      three := (three * 128::bigint + ascii(sign)) % 2097152;
      run := run + 1;
      if run >= 3 then
        keys := keys || (base + three);
      end if;
    end if;
  end loop;
  return keys;
end
$$`,
  `
alter table businesses add column name_folded text collate "C" not null
  generated always as (fold_name(coalesce(name, ''))) stored`,
  `
alter table participants add column name_folded text collate "C" not null
  generated always as (fold_name(
    name || ' ' || coalesce(paternal_surname, '') || ' ' || coalesce(maternal_surname, '')
  )) stored`,
  'create index businesses_words on businesses using gin (name_keys(service_id, name_folded))',
  'create index participants_words on participants using gin (name_keys(service_id, name_folded))',
  // Queries hide their keys from the planner, so that samples of them would be collected in vain.
  'alter index businesses_words alter column 1 set statistics 0',
  'alter index participants_words alter column 1 set statistics 0',
  'create index participants_created on participants (service_id, created_at, id)',
  'create index participants_updated on participants (service_id, updated_at, id)',
  // Prefix of a name that fits an index entry whatever its characters.
  'create index participants_name on participants (service_id, left(name_folded, 200), id)',
];
