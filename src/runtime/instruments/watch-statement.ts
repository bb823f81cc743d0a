import { statementName } from './statement-name.ts';
import type { Trace } from './trace.ts';
import { watchers } from './watchers.ts';

/** Record that a statement belongs to. Undefined when there is none. */
type SentFor = { trace: Trace | undefined; isRehearsal: boolean } | undefined;

/** Reports a sent statement to metrics and to its trace. `answer` settles with its result. */
export function watchStatement(text: string, sentFor: SentFor, answer: Promise<unknown>): void {
  if (sentFor?.isRehearsal === true) return;
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
