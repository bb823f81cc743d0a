import {
  type Complete,
  completeLater,
  isPromiseLike,
  PlanFallbackError,
  type Run,
} from './run-plan.ts';

export function createListCompletion(completeItem: Complete): Complete {
  return (value, run) => {
    if (!Array.isArray(value)) throw new PlanFallbackError();
    return completeItems(value, run, completeItem);
  };
}

function completeItems(values: readonly unknown[], run: Run, completeItem: Complete): unknown {
  // A copy has the exact length; an array that grows by push allocates at least 17 elements.
  const items = [...values];
  let isPending = false;
  try {
    for (let index = 0; index < items.length; index += 1) {
      if (run.pace.isDue) return completeInSlices(items, index, { run, completeItem });
      items[index] = completeListItem(items[index], run, completeItem);
      isPending ||= items[index] instanceof Promise;
    }
  } catch (error) {
    void Promise.allSettled(items);
    throw error;
  }
  return isPending ? Promise.all(items) : items;
}

function completeListItem(item: unknown, run: Run, completeItem: Complete): unknown {
  return isPromiseLike(item) ? completeLater(item, run, completeItem) : completeItem(item, run);
}

/** Completes the rest of a list from `from` on, yielding to the event loop between items. */
async function completeInSlices(
  items: unknown[],
  from: number,
  { run, completeItem }: { run: Run; completeItem: Complete },
): Promise<unknown[]> {
  const state = { hasFailed: false };
  for (const item of items.slice(0, from)) watchRejection(item, state);
  for (let index = from; index < items.length && !state.hasFailed; index += 1) {
    if (run.pace.isDue) await run.pace.waitToContinue();
    items[index] = completeListItem(items[index], run, completeItem);
    watchRejection(items[index], state);
  }
  return await Promise.all(items);
}

/** Records a rejection, so that no further items are started, and handles it: an unhandled one ends the process. */
function watchRejection(value: unknown, state: { hasFailed: boolean }): void {
  if (!(value instanceof Promise)) return;
  value.catch(() => {
    state.hasFailed = true;
  });
}
