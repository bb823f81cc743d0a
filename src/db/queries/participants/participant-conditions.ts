import { type SqlBool, sql } from 'kysely';
import type { ParticipantFilter } from '../../../domain/business/participant-list.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import {
  booleanConditions,
  buildConditions,
  type ConditionForm,
  type Conditions,
  rangeConditions,
} from './filter-conditions.ts';
import { nameConditions } from './name-conditions.ts';

/** Hint of filtered statements: they get a custom plan once these tables have statistics. */
export const FILTER_PLAN_HINT = customPlanHint('participants', 'documents');

/** Returns the conditions of a filter on a participant `p`; empty when it accepts everything. */
export function toConditions(filter: ParticipantFilter, form: ConditionForm): Conditions {
  return buildConditions(filter, (nested) => fieldConditions(nested, form));
}

function fieldConditions(filter: ParticipantFilter, form: ConditionForm): Conditions {
  const { personType, role, registrationMode, databaseIdIn } = filter;
  return [
    ...(personType ? [sql<SqlBool>`p.person_type = ${personType}`] : []),
    ...(typeof role === 'string' ? [sql<SqlBool>`${role} = any(p.roles)`] : []),
    ...(typeof registrationMode === 'string'
      ? [sql<SqlBool>`p.registration_mode = ${registrationMode}`]
      : []),
    ...booleanConditions(filter.hasPendingMatches, sql`p.has_pending_matches`),
    ...booleanConditions(filter.hasLegalActFolio, sql`p.legal_act_folio is not null`),
    ...documentConditions(filter, form),
    ...nameConditions('p', filter.nameContains, form),
    ...(databaseIdIn ? [sql<SqlBool>`p.id = any(${databaseIdIn}::bigint[])`] : []),
    ...personConditions(filter, form),
    ...rangeConditions('p', filter),
  ];
}

/**
 * Returns the condition on documents without a file. For `row`, `offset 0` makes the planner look them up by index for
 * each row, instead of joining all documents.
 */
function documentConditions(
  { hasMissingDocuments }: ParticipantFilter,
  { serviceId, usage }: ConditionForm,
): Conditions {
  return booleanConditions(
    hasMissingDocuments,
    sql`exists (
      select from documents d
      where d.service_id = ${serviceId} and d.participant_id = p.id and d.file_id is null
      ${usage === 'row' ? sql`offset 0` : sql``}
    )`,
  );
}

/**
 * Returns the condition on persons. It resolves their internal ids first, so that the index on the person of a
 * participant can be combined with others.
 */
function personConditions(
  { externalPersonIdIn }: ParticipantFilter,
  { serviceId }: ConditionForm,
): Conditions {
  if (!externalPersonIdIn) return [];
  return [
    sql`p.person_id = any(array(
      select person.id from persons person
      where person.service_id = ${serviceId} and person.external_id = any(${externalPersonIdIn}::bigint[])
    ))`,
  ];
}
