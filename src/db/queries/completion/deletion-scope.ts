import { type RawBuilder, sql } from 'kysely';
import type { CompletionRule } from '../../../domain/business/completion.ts';

export type DeletionScope = {
  serviceId: number;
  businessId: number;
  /** By the rule of a completion; or all but those with these internal ids; or none. */
  participants: CompletionRule['participants'] | { except: readonly number[] } | 'none';
};

/** The same with the place of a value where the value may be. */
export type ScopeValues = {
  serviceId: Placed<number>;
  businessId: Placed<number>;
  participants: CompletionRule['participants'] | { except: Placed<readonly number[]> } | 'none';
};
type Placed<Value> = Value | RawBuilder<Value>;

/** Condition on participants `p` in the deletion scope; never null, so that it can be negated. */
export function isDoomed(scope: ScopeValues): RawBuilder<boolean> {
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
