import { Fragment } from 'react';
import { graphql } from '../graphql.ts';
import { formatShare, toWords } from '../shared/format.ts';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';

const QUOTAS = graphql(`
  query Quotas {
    viewer {
      quotas {
        kind
        used
        limit
      }
    }
  }
`);

/** Quotas of the service that have a limit, each with its use. */
export function Quotas({ revision }: { revision: string | undefined }) {
  const { data, error } = useFreshQuery({ query: QUOTAS, variables: {} }, revision);
  const bounded = data?.viewer.quotas.flatMap(({ kind, used, limit }) =>
    limit === null ? [] : [{ kind, used, limit }],
  );
  return (
    <section aria-label="Quotas">
      <Problem error={error} />
      <dl>
        {bounded?.map(({ kind, used, limit }) => (
          <Fragment key={kind}>
            <dt>{toWords(kind)}</dt>
            <dd>
              {used.toLocaleString()} of {limit.toLocaleString()}{' '}
              <span className="muted">{formatShare(used / limit)}</span>
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
