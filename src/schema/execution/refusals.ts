import { GraphQLError } from 'graphql';

type Http = { status: number; spec?: boolean };

/**
 * HTTP status of an operation without a result: it did not run, or its result is too large to send. With `spec`, Yoga
 * applies it to application/graphql-response+json only; a response in application/json has status 200, by GraphQL over
 * HTTP.
 */
export const NO_RESULT_STATUS = { status: 400, spec: true } as const satisfies Http;

/** Returns the error with the HTTP status of an operation that did not run. */
export function toNotRun(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    originalError,
    extensions: { ...extensions, http: NO_RESULT_STATUS },
  });
}

/** Rejects work that still waits when its execution has ended. No caller receives it. */
export class ExecutionOverError extends Error {
  constructor() {
    super('The execution is over.');
  }
}

/** Reason why an operation is rejected or stopped as a whole: a limit, or a client that has disconnected. */
export class Refusal extends GraphQLError {
  readonly http: Http;

  constructor(message: string, { codeMessage, http }: { codeMessage: string; http: Http }) {
    super(message, { extensions: { code: 'LIMIT_EXCEEDED', code_message: codeMessage, http } });
    this.http = http;
  }
}

/** Creates the refusal of a query whose response is too large. */
export function createTooLargeRefusal(bytesMax: number): Refusal {
  return createTooLarge(`The response has too many bytes: at most ${bytesMax}.`);
}

/**
 * Creates the refusal of a mutation whose response is too large. The message must not suggest that nothing was changed.
 */
export function createMutationTooLargeRefusal(bytesMax: number): Refusal {
  return createTooLarge(
    `The mutation has ended, but its response has too many bytes: at most ${bytesMax}. Query the objects to see its effect.`,
  );
}

function createTooLarge(message: string): Refusal {
  return new Refusal(message, {
    codeMessage: 'payload_too_large',
    http: NO_RESULT_STATUS,
  });
}

/** Creates the refusal of an operation when too many large operations of the service wait for a permit. */
export function createBusyRefusal(): Refusal {
  const message = 'Too many large operations of the service are waiting. Retry later.';
  return new Refusal(message, {
    codeMessage: 'too_many_requests',
    http: { status: 429 },
  });
}

/** Creates the refusal of an operation whose client has disconnected. No client reads it. */
export function createDisconnectedRefusal(): Refusal {
  return new Refusal('The client has disconnected.', {
    codeMessage: 'cut_off',
    http: { status: 499 },
  });
}
