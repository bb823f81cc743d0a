import { useEffect, useRef } from 'react';
import { type AnyVariables, type UseQueryArgs, type UseQueryResponse, useQuery } from 'urql';

/** Runs a query again in the background each time the revision changes. */
export function useFreshQuery<Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
  revision: string | undefined,
): UseQueryResponse<Data, Variables>[0] {
  const [state, execute] = useQuery(args);
  const seen = useRef(revision);
  useEffect(() => {
    if (seen.current === revision) return;
    seen.current = revision;
    execute({ requestPolicy: 'cache-and-network' });
  }, [revision, execute]);
  return state;
}
