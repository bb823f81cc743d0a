import { createClient, NetworkError } from 'graphql-sse';
import { stringifyDocument } from 'urql';
import { GATEWAY_PATH } from './client.ts';
import { graphql, type ResultOf } from './graphql.ts';
import { headersOf, type Session } from './session.ts';

const EVENTS = graphql(`
  subscription Events($after: ID) {
    businessEvents(after: $after) {
      __typename
      id
      occurredAt
      ... on BusinessUpsertedEvent {
        created
        business {
          id
          name
        }
      }
      ... on MatchesResolvedEvent {
        participant {
          id
          name
        }
      }
      ... on DocumentAvailableEvent {
        document {
          id
          name: typeCode
        }
      }
      ... on AnswersImportedEvent {
        templates
      }
      ... on BusinessCompletedEvent {
        receipt {
          id
          deletedParticipantCount
        }
      }
    }
  }
`);

export type BusinessEvent = ResultOf<typeof EVENTS>['businessEvents'];

type Options = {
  session: Session;
  signal: AbortSignal;
  onEvent: (event: BusinessEvent) => void;
  /** The stream stands, or has broken. */
  onLive: (isLive: boolean) => void;
  /** The token has expired, or the key was revoked. */
  onRefused: () => void;
};

const RETRY_MS = 2_000;

/** Hands over every event once and in order until the signal, across connections that break. */
export async function followEvents(options: Options): Promise<void> {
  const { session, signal, onEvent, onLive, onRefused } = options;
  let after: string | null = null;
  const take = (event: BusinessEvent): void => {
    after = event.id;
    onEvent(event);
  };
  for (;;) {
    try {
      await readStream({ session, signal, onLive, after, take });
    } catch (error) {
      if (isRefusal(error)) return onRefused();
    }
    if (signal.aborted) return;
    onLive(false);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

type Reading = Pick<Options, 'session' | 'signal' | 'onLive'> & {
  after: string | null;
  take: (event: BusinessEvent) => void;
};

/** Resolves when the stream is over; throws when it breaks. */
async function readStream({ session, signal, onLive, after, take }: Reading): Promise<void> {
  const client = createClient({ url: GATEWAY_PATH, headers: headersOf(session), retryAttempts: 0 });
  signal.addEventListener('abort', () => client.dispose());
  const stream = client.iterate<ResultOf<typeof EVENTS>>(
    { query: stringifyDocument(EVENTS), variables: { after } },
    { connected: () => onLive(true) },
  );
  for await (const { data } of stream) {
    if (!data) return;
    take(data.businessEvents);
  }
}

function isRefusal(error: unknown): boolean {
  // Where nothing was answered at all there is no response, whatever its type says.
  return (
    error instanceof NetworkError &&
    error.response instanceof Response &&
    error.response.status === 401
  );
}
