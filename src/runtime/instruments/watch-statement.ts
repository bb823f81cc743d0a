import { statementName } from './statement-name.ts';
import type { Trace } from './trace.ts';
import { watchers } from './watchers.ts';

/** What it is sent for; undefined where nobody keeps a record of that. */
type SentFor = { trace: Trace | undefined; isWarmUp: boolean } | undefined;

/** A statement is sent, which `answer` settles with: told to whoever measures, and to the trace that it is part of. */
export function watchStatement(text: string, sentFor: SentFor, answer: Promise<unknown>): void {
  if (sentFor?.isWarmUp === true) return;
  const { meter } = watchers;
  const trace = sentFor?.trace;
  if (meter === undefined && trace === undefined) return;
  const statement = statementName(text);
  const end = trace?.begin(statement);
  const startedAt = performance.now();
  const tell = (hasFailed: boolean): void => {
    end?.(hasFailed);
    meter?.statement({ statement, hasFailed, seconds: (performance.now() - startedAt) / 1000 });
  };
  answer.then(
    () => tell(false),
    () => tell(true),
  );
}
