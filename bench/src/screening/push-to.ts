/** Appends a value to the list of a key, which is created when missing. */
export function pushTo<K, V>(lists: Map<K, V[]>, key: K, ...values: V[]): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, values);
  else list.push(...values);
}
