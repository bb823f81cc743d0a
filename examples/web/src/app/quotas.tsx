import { Fragment } from 'react';
import { graphql } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeCode } from '../shared/format.ts';
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
  const { audit, formats, overview } = useWords();
  const { data, error } = useFreshQuery({ query: QUOTAS, variables: {} }, revision);
  const bounded = data?.viewer.quotas.flatMap(({ kind, used, limit }) =>
    limit === null ? [] : [{ kind, used, limit }],
  );
  return (
    <section aria-label={overview.quotas}>
      <Problem error={error} />
      <dl>
        {bounded?.map(({ kind, used, limit }) => (
          <Fragment key={kind}>
            <dt>{describeCode(audit.quotas, kind)}</dt>
            <dd>
              {overview.usedOf(used, limit)}{' '}
              <span className="muted">{formats.share(used / limit)}</span>
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
