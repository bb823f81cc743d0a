import { GraphQLError } from 'graphql';

type Http = { status: number; spec?: boolean };

/** Of what has not run at all: 400 where the media type of GraphQL was asked for, in which 200 means data, else 200. */
export const NOT_RUN = { status: 400, spec: true } as const satisfies Http;

/** The same error, of a request of which nothing has run. */
export function toNotRun(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    originalError,
    extensions: { ...extensions, http: NOT_RUN },
  });
}

/** Rejects whatever of an execution still waits after its result is complete. No caller receives it. */
export class ExecutionOverError extends Error {
  constructor() {
    super('The execution is over.');
  }
}

/** Why an operation is not answered, or not any further: a limit, never a fault of a field. */
export class Refusal extends GraphQLError {
  readonly http: Http;

  constructor(message: string, { codeMessage, http }: { codeMessage: string; http: Http }) {
    super(message, { extensions: { code: 'LIMIT_EXCEEDED', code_message: codeMessage, http } });
    this.http = http;
  }
}

/** For an answer of more bytes than it may have. */
export function tellTooLarge(bytesMax: number): Refusal {
  return tooLarge(`The answer has too many bytes: at most ${bytesMax}.`);
}

/** The same where a change was asked for: whoever reads it must not take it for undone. */
export function tellChangeTooLarge(bytesMax: number): Refusal {
  return tooLarge(
    `What was asked for is done, or was refused by itself; to tell it takes too many bytes: at most ${bytesMax}.`,
  );
}

function tooLarge(message: string): Refusal {
  return new Refusal(message, {
    codeMessage: 'payload_too_large',
    http: NOT_RUN,
  });
}

/** Where a service has too much heavy work waiting. */
export function tellBusy(): Refusal {
  const message = 'Too many large operations of the service wait already: try again later.';
  return new Refusal(message, {
    codeMessage: 'too_many_requests',
    http: { status: 429 },
  });
}

/** Where nobody waits for the answer any more; it is nobody's to read. */
export function tellGone(): Refusal {
  return new Refusal('The client has gone.', {
    codeMessage: 'cut_off',
    http: { status: 499 },
  });
}
