import { type RawBuilder, sql } from 'kysely';
import type { CompletionRule } from '../../../domain/business/completion.ts';

export type DeletionScope = {
  serviceId: number;
  businessId: number;
  /** Participants to delete: by the rule of a completion; or all except those with these ids; or none. */
  participants: CompletionRule['participants'] | { except: readonly number[] } | 'none';
};

/** Deletion scope in which values may be placeholders of a prepared statement. */
export type ScopeValues = {
  serviceId: ValueOrPlaceholder<number>;
  businessId: ValueOrPlaceholder<number>;
  participants:
    | CompletionRule['participants']
    | { except: ValueOrPlaceholder<readonly number[]> }
    | 'none';
};
type ValueOrPlaceholder<Value> = Value | RawBuilder<Value>;

/** Condition on participants `p` in the deletion scope; never null, so that it can be negated. */
export function isInDeletionScope(scope: ScopeValues): RawBuilder<boolean> {
  const { participants } = scope;
  const inBusiness = sql<boolean>`p.service_id = ${scope.serviceId} and p.business_id = ${scope.businessId}`;
  if (typeof participants === 'object')
    return sql`${inBusiness} and p.id not in (select unnest(${participants.except}::bigint[]))`;
  switch (participants) {
    case 'every':
      return inBusiness;
    case 'with_folio':
      return sql`${inBusiness} and p.legal_act_folio is not null`;
    case 'without_folio':
      return sql`${inBusiness} and p.legal_act_folio is null`;
    case 'none':
      return sql`${inBusiness} and false`;
  }
}
