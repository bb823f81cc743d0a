import { Fragment } from 'react';
import { graphql, type ResultOf } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode } from '../shared/format.ts';
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

/** Query of its own, because it requires another scope than the counts. */
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

type AuditEvent = ResultOf<typeof LATEST>['auditEvents']['nodes'][number];

/** Counts, latest audit events and quotas of the service. */
export function Overview({ revision }: { revision: string | undefined }) {
  const words = useWords();
  const { app, overview } = words;
  const labels = [
    ['businesses', app.businesses],
    ['naturalPersons', overview.naturalPersons],
    ['legalEntities', overview.legalEntities],
    ['participantsWithPendingMatches', overview.pendingMatches],
    ['missingDocuments', overview.missingDocuments],
  ] as const;
  const counts = useFreshQuery({ query: COUNTS, variables: {} }, revision);
  const latest = useFreshQuery({ query: LATEST, variables: {} }, revision);
  return (
    <section aria-label={overview.title}>
      <p className="empty">{overview.choose}</p>
      <Problem error={counts.error ?? latest.error} />
      <dl>
        {labels.map(([name, label]) => (
          <Fragment key={name}>
            <dt>{label}</dt>
            <dd>{counts.data && words.formats.number(counts.data.counts[name])}</dd>
          </Fragment>
        ))}
      </dl>
      <ol aria-label={overview.audit}>
        {latest.data?.auditEvents.nodes.map((event) => (
          <li key={event.id}>
            {describe(event, words)}{' '}
            <span className="muted">{words.formats.time(event.occurredAt)}</span>
          </li>
        ))}
      </ol>
      <Quotas revision={revision} />
    </section>
  );
}

/** The business may have been deleted, and the gateway may have new actions. */
function describe({ action, caller, business }: AuditEvent, { audit, overview }: Words): string {
  const actionWords = action === null ? audit.unknownAction : describeCode(audit.actions, action);
  const callerWords = describeCode(audit.callers, caller);
  if (business === null) return overview.auditLine(actionWords, callerWords);
  return overview.auditLineOfBusiness(actionWords, business.name ?? business.code, callerWords);
}
