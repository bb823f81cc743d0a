/** Text of a catalogue; functions are called with digits, which stand for their parameters. */
type Message = { path: string; parameters: number; text: string };

/** Returns all texts of a catalogue of the example frontend, except its formats. */
export function listMessages(catalogue: object, prefix = ''): Message[] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) => {
    const path = `${prefix}${key}`;
    if (path === 'formats' || value === null) return [];
    if (typeof value === 'string') return [{ path, parameters: 0, text: value }];
    if (typeof value === 'object') return listMessages(value, `${path}.`);
    if (typeof value !== 'function') return [];
    const digits = Array.from({ length: value.length }, () => 7);
    const text: unknown = Reflect.apply(value, undefined, digits);
    return [{ path, parameters: value.length, text: String(text) }];
  });
}
