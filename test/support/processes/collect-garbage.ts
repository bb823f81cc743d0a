import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns a function that collects garbage, so that only reachable memory is measured. */
export function exposeGarbageCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage !== 'function') throw new Error('The engine collects no garbage.');
  // What the first collection found is counted as gone once the second has begun.
  return () => {
    collectGarbage();
    collectGarbage();
  };
}
