import { Client, cacheExchange, fetchExchange, mapExchange } from 'urql';
import { headersOf, type Session } from '../session/session.ts';

/** Path under which the origin of this page forwards requests to the gateway. */
export const GATEWAY_PATH = '/graphql';

/** Creates the client of one session; `onRefused` is called when its token has expired or its key was revoked. */
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
