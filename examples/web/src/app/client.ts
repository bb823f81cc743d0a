import { Client, cacheExchange, fetchExchange, mapExchange } from 'urql';
import { headersOf, type Session } from '../session/session.ts';

/** The gateway by the path under which this page's own origin passes it on. */
export const GATEWAY_PATH = '/graphql';

/** The client of one session; `onRefused` is told when its token has expired or its key was revoked. */
export function createClient(session: Session, onRefused: () => void): Client {
  return new Client({
    url: GATEWAY_PATH,
    preferGetMethod: false,
    fetchOptions: { headers: headersOf(session) },
    exchanges: [
      mapExchange({
        onError: ({ response }) => {
          if (response instanceof Response && response.status === 401) onRefused();
        },
      }),
      cacheExchange,
      fetchExchange,
    ],
  });
}
