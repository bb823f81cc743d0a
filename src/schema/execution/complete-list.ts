import { type Complete, completeLater, isPromiseLike, PlanLeft, type Run } from './run-plan.ts';

export function completeList(completeItem: Complete): Complete {
  return (value, run) => {
    if (!Array.isArray(value)) throw new PlanLeft();
    return completeItems(value, run, completeItem);
  };
}

function completeItems(values: readonly unknown[], run: Run, completeItem: Complete): unknown {
  // A copy is as long as it gets, where a list that grows takes room for 17.
  const items = [...values];
  let isPending = false;
  try {
    for (let at = 0; at < items.length; at += 1) {
      if (run.pace.isDue) return completeInSlices(items, at, { run, completeItem });
      items[at] = completeOne(items[at], run, completeItem);
      isPending ||= items[at] instanceof Promise;
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

/** The rest of a list from `from` on, which gives the loop back whenever others are to be answered first. */
async function completeInSlices(
  items: unknown[],
  from: number,
  { run, completeItem }: { run: Run; completeItem: Complete },
): Promise<unknown[]> {
  const state = { hasFailed: false };
  for (const item of items.slice(0, from)) watch(item, state);
  for (let at = from; at < items.length && !state.hasFailed; at += 1) {
    if (run.pace.isDue) await run.pace.next();
    items[at] = completeOne(items[at], run, completeItem);
    watch(items[at], state);
  }
  return await Promise.all(items);
}

/** Notes a rejection, which fails the list at its next item. An unhandled one would end the process. */
function watch(value: unknown, state: { hasFailed: boolean }): void {
  if (!(value instanceof Promise)) return;
  value.catch(() => {
    state.hasFailed = true;
  });
}
