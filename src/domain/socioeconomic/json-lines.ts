/** Token of JSON after optional white space: a string, a punctuation mark, or a number or literal. */
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gy;

/** Returns the line, from 1, of the value at a path, or that of its nearest existing ancestor. */
export type LineFinder = (path: readonly string[]) => number;

/** Indexes the lines of the values in a JSON text, which must be valid. */
export function createLineFinder(json: string): LineFinder {
  const lines = new Map<string, number>([[toPathKey([]), 1]]);
  const reader = new PathReader();
  let line = 1;
  let from = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [matched, token = ''] = match;
    const start = match.index + matched.length - token.length;
    line += countLines(json.slice(from, start));
    from = start;
    const path = reader.readToken(token);
    if (path !== undefined) lines.set(toPathKey(path), line);
  }
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const nearestLine = lines.get(toPathKey(path.slice(0, length)));
      if (nearestLine !== undefined) return nearestLine;
    }
    return 1;
  };
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function toPathKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** Maximum depth of indexed values, more than that of any template: paths at any depth would grow quadratically. */
const DEPTH_MAX = 20;

/** Open list or object: the path step of its current value, and its index, null in an object. */
type Level = { step: string; index: number | null; expectsKey: boolean };

/** Follows the tokens of a JSON text and determines the path of each value. */
class PathReader {
  readonly #levels: Level[] = [];

  /** Returns the path of the value that starts with this token; undefined when none does. */
  readToken(token: string): string[] | undefined {
    const level = this.#levels.at(-1);
    if (token === '}' || token === ']') this.#levels.pop();
    else if (token === ',') this.#advance(level);
    else if (level?.expectsKey === true) {
      level.step = String(JSON.parse(token));
      level.expectsKey = false;
    } else if (token !== ':') return this.#startValue(token);
    return undefined;
  }

  #advance(level: Level | undefined): void {
    if (level === undefined) return;
    if (level.index === null) level.expectsKey = true;
    else {
      level.index += 1;
      level.step = String(level.index);
    }
  }

  #startValue(token: string): string[] | undefined {
    const isDeep = this.#levels.length > DEPTH_MAX;
    const path = isDeep ? undefined : this.#levels.map(({ step }) => step);
    if (token === '{') this.#levels.push({ step: '', index: null, expectsKey: true });
    if (token === '[') this.#levels.push({ step: '0', index: 0, expectsKey: false });
    return path;
  }
}
