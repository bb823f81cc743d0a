import { createClient, NetworkError } from 'graphql-sse';
import { stringifyDocument } from 'urql';
import { graphql, type ResultOf } from '../graphql.ts';
import { headersOf, type Session } from '../session/session.ts';
import { GATEWAY_PATH } from './client.ts';

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
      ... on MatchesFoundEvent {
        participantsCount
        participants {
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
      ... on ReportFinalizedEvent {
        report {
          databaseId
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
  /** Reports whether the stream is connected. */
  onLive: (isLive: boolean) => void;
  /** Called when the token has expired or the key was revoked. */
  onRefused: () => void;
};

const RETRY_MS = 2_000;

/** Delivers every event once and in order until the signal aborts, across connections that break. */
export async function followEvents(options: Options): Promise<void> {
  const { session, signal, onEvent, onLive, onRefused } = options;
  let after: string | null = null;
  const deliver = (event: BusinessEvent): void => {
    after = event.id;
    onEvent(event);
  };
  for (;;) {
    const code = await readStream({ session, signal, onLive, after, deliver });
    if (signal.aborted) return;
    if (code === 'NOT_AUTHORIZED') return onRefused();
    // After 7 days the gateway no longer knows the cursor: start again.
    if (code === 'VALIDATION_FAILED') after = null;
    onLive(false);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

type StreamOptions = Pick<Options, 'session' | 'signal' | 'onLive'> & {
  after: string | null;
  deliver: (event: BusinessEvent) => void;
};

/** Reads the stream to its end, and returns the error code of the gateway if it sent one. */
async function readStream({
  session,
  signal,
  onLive,
  after,
  deliver,
}: StreamOptions): Promise<unknown> {
  const client = createClient({ url: GATEWAY_PATH, headers: headersOf(session), retryAttempts: 0 });
  signal.addEventListener('abort', () => client.dispose());
  const stream = client.iterate<ResultOf<typeof EVENTS>>(
    { query: stringifyDocument(EVENTS), variables: { after } },
    { connected: () => onLive(true) },
  );
  try {
    for await (const { data, errors } of stream) {
      if (!data) return errors?.[0]?.extensions['code'];
      deliver(data.businessEvents);
    }
  } catch (error) {
    if (isRefusal(error)) return 'NOT_AUTHORIZED';
  }
  return undefined;
}

function isRefusal(error: unknown): boolean {
  // Without any response the property is undefined, contrary to its type.
  return (
    error instanceof NetworkError &&
    error.response instanceof Response &&
    error.response.status === 401
  );
}
