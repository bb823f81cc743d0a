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

/** Hint at the start of filtered statements: tables whose rows decide on the plan. */
export const FILTER_PLAN_HINT = customPlanHint('participants', 'documents');

/** Conditions of a filter on a participant `p`; empty when it accepts everything. */
export function conditionsOf(filter: ParticipantFilter, form: ConditionForm): Conditions {
  return buildConditions(filter, (nested) => ownConditions(nested, form));
}

function ownConditions(filter: ParticipantFilter, form: ConditionForm): Conditions {
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

/** `offset 0` keeps the planner on an index lookup for each row that is read, instead of a join with all documents. */
function documentConditions(
  { hasMissingDocuments }: ParticipantFilter,
  { serviceId, by }: ConditionForm,
): Conditions {
  return booleanConditions(
    hasMissingDocuments,
    sql`exists (
      select from documents d
      where d.service_id = ${serviceId} and d.participant_id = p.id and d.file_id is null
      ${by === 'row' ? sql`offset 0` : sql``}
    )`,
  );
}

/** Resolves the ids of persons first, so that their index can be combined with other conditions. */
function personConditions(
  { externalPersonIdIn }: ParticipantFilter,
  { serviceId }: ConditionForm,
): Conditions {
  if (!externalPersonIdIn) return [];
  return [
    sql`p.person_id = any(array(
      select n.id from persons n
      where n.service_id = ${serviceId} and n.external_id = any(${externalPersonIdIn}::bigint[])
    ))`,
  ];
}
