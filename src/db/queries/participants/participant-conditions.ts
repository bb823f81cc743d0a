import { type SqlBool, sql } from 'kysely';
import type { ParticipantFilter } from '../../../domain/business/participant-list.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import {
  type ConditionForm,
  type Conditions,
  isOrNot,
  rangeConditions,
  withInner,
} from './filter-conditions.ts';
import { nameConditions } from './name-conditions.ts';

/** At the front of what asks these conditions: the tables whose rows decide on its plan. */
export const PLANNED_BY_FILTER = customPlanHint('participants', 'documents');

/** What the filter asks of a participant `p`; nothing where it lets everything through. */
export function conditionsOf(filter: ParticipantFilter, form: ConditionForm): Conditions {
  return withInner(filter, (one) => ownConditions(one, form));
}

function ownConditions(filter: ParticipantFilter, form: ConditionForm): Conditions {
  const { personType, role, registrationMode, databaseIdIn } = filter;
  return [
    ...(personType ? [sql<SqlBool>`p.person_type = ${personType}`] : []),
    ...(typeof role === 'string' ? [sql<SqlBool>`${role} = any(p.roles)`] : []),
    ...(typeof registrationMode === 'string'
      ? [sql<SqlBool>`p.registration_mode = ${registrationMode}`]
      : []),
    ...isOrNot(filter.hasPendingMatches, sql`p.has_pending_matches`),
    ...isOrNot(filter.hasLegalActFolio, sql`p.legal_act_folio is not null`),
    ...documentConditions(filter, form),
    ...nameConditions('p', filter.nameContains, form),
    ...(databaseIdIn ? [sql<SqlBool>`p.id = any(${databaseIdIn}::bigint[])`] : []),
    ...personConditions(filter, form),
    ...rangeConditions('p', filter),
  ];
}

/** Of rows that are read anyway, `offset 0` keeps it a look into the index for each, instead of a join with all documents. */
function documentConditions(
  { hasMissingDocuments }: ParticipantFilter,
  { serviceId, by }: ConditionForm,
): Conditions {
  return isOrNot(
    hasMissingDocuments,
    sql`exists (
      select from documents d
      where d.service_id = ${serviceId} and d.participant_id = p.id and d.file_id is null
      ${by === 'row' ? sql`offset 0` : sql``}
    )`,
  );
}

/** Their ids are looked up first, so that the index on them serves beside other conditions too. */
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
