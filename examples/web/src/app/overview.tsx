import { Fragment } from 'react';
import { graphql, type ResultOf } from '../graphql.ts';
import { formatTime } from '../shared/format.ts';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { Quotas } from './quotas.tsx';

const COUNTS = graphql(`
  query Counts {
    counts {
      businesses
      naturalPersons
      legalEntities
      participantsWithPendingMatches
      missingDocuments
    }
  }
`);

/** Asked for by itself: it needs a scope of its own, and who lacks that still has the counts. */
const LATEST = graphql(`
  query LatestAuditEvents {
    auditEvents(first: 10) {
      nodes {
        id
        action
        caller
        occurredAt
        business {
          id
          code
          name
        }
      }
    }
  }
`);

const LABELS = [
  ['businesses', 'Businesses'],
  ['naturalPersons', 'Natural persons'],
  ['legalEntities', 'Legal entities'],
  ['participantsWithPendingMatches', 'With pending matches'],
  ['missingDocuments', 'Missing documents'],
] as const;

type AuditEvent = ResultOf<typeof LATEST>['auditEvents']['nodes'][number];

/** Counts, latest audit events and quotas of the service. */
export function Overview({ revision }: { revision: string | undefined }) {
  const counts = useFreshQuery({ query: COUNTS, variables: {} }, revision);
  const latest = useFreshQuery({ query: LATEST, variables: {} }, revision);
  return (
    <section aria-label="Overview">
      <p className="empty">Choose a business.</p>
      <Problem error={counts.error ?? latest.error} />
      <dl>
        {LABELS.map(([name, label]) => (
          <Fragment key={name}>
            <dt>{label}</dt>
            <dd>{counts.data?.counts[name].toLocaleString()}</dd>
          </Fragment>
        ))}
      </dl>
      <ol aria-label="Audit">
        {latest.data?.auditEvents.nodes.map((event) => (
          <li key={event.id}>
            {describe(event)} <span className="muted">{formatTime(event.occurredAt)}</span>
          </li>
        ))}
      </ol>
      <Quotas revision={revision} />
    </section>
  );
}

/** The business may be deleted since, and the gateway may have new words for what was done. */
function describe({ action, caller, business }: AuditEvent): string {
  const done = (action ?? 'something else').replaceAll('_', ' ').toLowerCase();
  const of = business === null ? '' : `: ${business.name ?? business.code}`;
  return `${done}${of}, by ${caller.toLowerCase()}`;
}
