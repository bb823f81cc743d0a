const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/gy;

/** The line, from 1, of the value at a path of members and places; of the nearest that holds it where there is none. */
export type LineOf = (path: readonly string[]) => number;

/** Reads where the values of a JSON text stand, which must be one that can be parsed. */
export function linesOfJson(json: string): LineOf {
  const lines = new Map<string, number>([[nameOf([]), 1]]);
  const reader = new PathReader();
  let line = 1;
  let from = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [whole, token = ''] = match;
    const start = match.index + whole.length - token.length;
    line += countLines(json.slice(from, start));
    from = start;
    const path = reader.take(token);
    if (path !== undefined) lines.set(nameOf(path), line);
  }
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const nearest = lines.get(nameOf(path.slice(0, length)));
      if (nearest !== undefined) return nearest;
    }
    return 1;
  };
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function nameOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** Deeper than any template is nothing is noted: the paths of all that is nested would be as the square of the text. */
const DEPTH_MAX = 20;

type Level = { step: string; place: number | null; isKeyNext: boolean };

/** Follows the tokens of a JSON text and knows the path of each value that begins. */
class PathReader {
  readonly #levels: Level[] = [];

  /** The path of the value that begins with this token; undefined where none does. */
  take(token: string): string[] | undefined {
    const level = this.#levels.at(-1);
    if (token === '}' || token === ']') this.#levels.pop();
    else if (token === ',') this.#next(level);
    else if (level?.isKeyNext === true) {
      level.step = String(JSON.parse(token));
      level.isKeyNext = false;
    } else if (token !== ':') return this.#begin(token);
    return undefined;
  }

  #next(level: Level | undefined): void {
    if (level === undefined) return;
    if (level.place === null) level.isKeyNext = true;
    else {
      level.place += 1;
      level.step = String(level.place);
    }
  }

  #begin(token: string): string[] | undefined {
    const isDeep = this.#levels.length > DEPTH_MAX;
    const path = isDeep ? undefined : this.#levels.map(({ step }) => step);
    if (token === '{') this.#levels.push({ step: '', place: null, isKeyNext: true });
    if (token === '[') this.#levels.push({ step: '0', place: 0, isKeyNext: false });
    return path;
  }
}
