import {
  type Complete,
  completeLater,
  isPromiseLike,
  PlanFallbackError,
  type Run,
} from './run-plan.ts';

export function completeList(completeItem: Complete): Complete {
  return (value, run) => {
    if (!Array.isArray(value)) throw new PlanFallbackError();
    return completeItems(value, run, completeItem);
  };
}

function completeItems(values: readonly unknown[], run: Run, completeItem: Complete): unknown {
  // A copy has the exact length, whereas a growing array allocates at least 17 slots.
  const items = [...values];
  let isPending = false;
  try {
    for (let index = 0; index < items.length; index += 1) {
      if (run.pace.isDue) return completeInSlices(items, index, { run, completeItem });
      items[index] = completeOne(items[index], run, completeItem);
      isPending ||= items[index] instanceof Promise;
    }
  } catch (error) {
    void Promise.allSettled(items);
    throw error;
  }
  return isPending ? Promise.all(items) : items;
}

function completeOne(item: unknown, run: Run, completeItem: Complete): unknown {
  return isPromiseLike(item) ? completeLater(item, run, completeItem) : completeItem(item, run);
}

/** Completes the rest of a list from `from` on, yielding to the event loop between items. */
async function completeInSlices(
  items: unknown[],
  from: number,
  { run, completeItem }: { run: Run; completeItem: Complete },
): Promise<unknown[]> {
  const state = { hasFailed: false };
  for (const item of items.slice(0, from)) watch(item, state);
  for (let index = from; index < items.length && !state.hasFailed; index += 1) {
    if (run.pace.isDue) await run.pace.next();
    items[index] = completeOne(items[index], run, completeItem);
    watch(items[index], state);
  }
  return await Promise.all(items);
}

/** Records a rejection, which fails the list at its next item. An unhandled one would end the process. */
function watch(value: unknown, state: { hasFailed: boolean }): void {
  if (!(value instanceof Promise)) return;
  value.catch(() => {
    state.hasFailed = true;
  });
}
