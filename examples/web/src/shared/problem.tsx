import type { CombinedError } from 'urql';
import { useWords } from '../i18n/use-words.tsx';
import { describeFailure, type Failure, toRequestFailure } from './failure.ts';

/** Error of a request, in the chosen language. */
export function Problem({ error }: { error: CombinedError | undefined }) {
  return <FailureAlert failure={error && toRequestFailure(error)} />;
}

/** Failure in the chosen language, above the sentence of the gateway as it was sent. */
export function FailureAlert({ failure }: { failure: Failure | undefined }) {
  const words = useWords();
  if (failure === undefined) return null;
  const text = describeFailure(words, failure);
  return (
    <div role="alert">
      {text || (failure.detail === undefined && words.errors.own.UNKNOWN)}
      {failure.detail !== undefined && (
        <span className="muted lines" lang="en">
          {failure.detail}
        </span>
      )}
    </div>
  );
}
