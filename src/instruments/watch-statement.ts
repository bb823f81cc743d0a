import { statementName } from './statement-name.ts';
import type { Trace } from './trace.ts';
import { watchers } from './watchers.ts';

/** A statement is sent, which `answer` settles with: told to whoever measures, and to the trace that it is part of. */
export function watchStatement(
  text: string,
  trace: Trace | undefined,
  answer: Promise<unknown>,
): void {
  const { meter } = watchers;
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
