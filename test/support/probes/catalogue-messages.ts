/** Text of a catalogue; functions are called with digits, which stand for their parameters. */
type Message = { path: string; parameters: number; text: string };

/** Returns all texts of a catalogue of the example frontend, except its formats. */
export function listMessages(catalogue: object, prefix = ''): Message[] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) => {
    const path = `${prefix}${key}`;
    if (path === 'formats') return [];
    if (typeof value === 'string') return [{ path, parameters: 0, text: value }];
    if (typeof value === 'function') return [toMessage(path, value)];
    return listMessages(Object(value), `${path}.`);
  });
}

function toMessage(path: string, write: object): Message {
  const parameters = Number(Object(write).length);
  const digits = Array.from({ length: parameters }, () => 7);
  const text: unknown = Reflect.apply(Object(write), undefined, digits);
  return { path, parameters, text: String(text) };
}
