import { getStatementName } from './statement-name.ts';
import type { Trace } from './trace.ts';
import { watchers } from './watchers.ts';

/** Work that sends the statement; undefined outside of requests and jobs. */
type StatementSender = { trace: Trace | undefined; isWarmUp: boolean } | undefined;

/** Reports a statement to metrics and to the trace of its work once its result settles. */
export function watchStatement(
  text: string,
  sender: StatementSender,
  result: Promise<unknown>,
): void {
  if (sender?.isWarmUp === true) return;
  const { meter } = watchers;
  const trace = sender?.trace;
  if (meter === undefined && trace === undefined) return;
  const statement = getStatementName(text);
  const end = trace?.begin(statement);
  const startedAt = performance.now();
  const report = (hasFailed: boolean): void => {
    end?.(hasFailed);
    meter?.statement({ statement, hasFailed, seconds: (performance.now() - startedAt) / 1000 });
  };
  result.then(
    () => report(false),
    () => report(true),
  );
}
