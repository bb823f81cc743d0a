import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type {
  BusinessFilter,
  ResponsibleUserFilter,
  TextFilter,
} from '../../../domain/business/business-list.ts';
import {
  booleanConditions,
  buildConditions,
  type ConditionForm,
  type Conditions,
  rangeConditions,
} from '../participants/filter-conditions.ts';
import { nameConditions } from '../participants/name-conditions.ts';

/** Returns the conditions of a filter on a business `b`; empty when it matches every business. */
export function toConditions(filter: BusinessFilter, form: ConditionForm): Conditions {
  return buildConditions(filter, (nested) => fieldConditions(nested, form));
}

function fieldConditions(filter: BusinessFilter, form: ConditionForm): Conditions {
  const { databaseIdIn, externalIdIn } = filter;
  return [
    ...codeConditions(filter.code ?? {}),
    ...wholeNameConditions(filter.name ?? {}),
    ...nameConditions('b', filter.nameContains, form),
    ...(databaseIdIn ? [sql<SqlBool>`b.id = any(${databaseIdIn}::bigint[])`] : []),
    ...(externalIdIn ? [sql<SqlBool>`b.external_id = any(${externalIdIn})`] : []),
    ...responsibleConditions(filter.responsibleUser ?? {}, form),
    ...rangeConditions('b', filter),
    ...booleanConditions(filter.hasPendingMatches, sql`b.has_pending_matches`),
    ...booleanConditions(filter.hasMissingDocuments, sql`b.has_missing_documents`),
  ];
}

function codeConditions({ equals, startsWith }: TextFilter): Conditions {
  if (typeof equals === 'string') return [sql`b.code = ${equals}`];
  if (typeof startsWith !== 'string') return [];
  return [
    sql`(b.code_key >= fold_text(${startsWith}) and b.code_key < ${toUpperBound(startsWith)})`,
  ];
}

/**
 * Returns conditions on the whole name. `name_key` has a leading 0 for businesses with a name, so that those without
 * one are sorted last.
 */
function wholeNameConditions({ equals, startsWith }: TextFilter): Conditions {
  if (typeof equals === 'string')
    return [sql`(b.name_key = '0' || fold_text(${equals}) and b.name = ${equals})`];
  if (typeof startsWith !== 'string') return [];
  const start = sql`'0' || fold_text(${startsWith})`;
  return [sql`(b.name_key >= ${start} and b.name_key < '0' || ${toUpperBound(startsWith)})`];
}

/**
 * Returns the exclusive upper bound of keys with the prefix: the prefix padded with the highest code point to 201
 * characters, one more than a key has. A range is used instead of LIKE, so that no character is a wildcard.
 */
function toUpperBound(prefix: string): RawBuilder<string> {
  return sql`rpad(fold_text(${prefix}), 201, chr(1114111))`;
}

/** Conditions on the responsible user. E-mails are unique in a service. */
function responsibleConditions(
  { databaseId, email }: ResponsibleUserFilter,
  { serviceId }: ConditionForm,
): Conditions {
  if (typeof databaseId === 'number') return [sql`b.responsible_user_id = ${databaseId}`];
  if (typeof email !== 'string') return [];
  return [
    sql`b.responsible_user_id = (
      select u.id from users u where u.service_id = ${serviceId} and lower(u.email) = lower(${email})
    )`,
  ];
}
