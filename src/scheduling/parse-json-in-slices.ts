import { stepByStep } from './map-in-slices.ts';

/** Length up to which a text is parsed at once, in about 0.5 ms. */
const PIECE_LENGTH = 64 * 1024;

/** JSON text of a value of a known type, for example a result of a statement. */
export type JsonOf<Value> = string & { readonly value?: Value };

/**
 * Parses JSON. A long text is parsed in pieces, and yields to the event loop between them. Throws SyntaxError as
 * JSON.parse does.
 */
export function jsonInTurns<Value>(serviceId: number, text: JsonOf<Value>): Promise<Value>;
export async function jsonInTurns(serviceId: number, text: string): Promise<unknown> {
  if (text.length <= PIECE_LENGTH) return JSON.parse(text);
  return await stepByStep(serviceId, parsePieces(text, PIECE_LENGTH));
}

/**
 * Parses JSON in steps of about `length` characters. Short values are parsed with their neighbors, longer lists and
 * objects are split, strings never.
 */
export function* parsePieces(text: string, length: number): Generator<void, unknown> {
  try {
    const root = yield* findRoot(text, length);
    if (root?.isApart === true && root.isAll()) return root.value;
  } catch (error) {
    // The position in the message of a piece is not that of the whole text.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return JSON.parse(text);
}

/** Returns the first list or object of the text. Undefined when none ends. */
function* findRoot(text: string, length: number): Generator<void, Container | undefined> {
  const open: Container[] = [];
  let steppedAt = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') at = endOfString(text, at);
    else if ('[{'.includes(sign)) open.push(new Container(text, at));
    else if (sign === ',') open.at(-1)?.passComma(at, length);
    else if (']}'.includes(sign)) {
      const closed = closeLast(open, at);
      if (open.length === 0) return closed;
    }
    if (at - steppedAt < length) continue;
    steppedAt = at;
    yield;
  }
  return undefined;
}

function closeLast(open: Container[], at: number): Container | undefined {
  const closed = open.pop();
  closed?.close(at);
  if (closed?.isApart === true) open.at(-1)?.addApart(closed, at);
  return closed;
}

/** Returns the end of the string that begins at `start`, or the end of the text when it is not closed. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let from = end;
    while (text[from - 1] === '\\') from -= 1;
    if ((end - from) % 2 === 0) return end;
  }
  return text.length;
}

/** List or object that is being parsed. */
class Container {
  /** True when the container is so long that parts of it were parsed separately. */
  isApart = false;
  readonly #text: string;
  readonly #start: number;
  readonly #isList: boolean;
  /** Parsed elements or members. */
  readonly #elements: unknown[] = [];
  readonly #members: [name: string, value: unknown][] = [];
  #end = -1;
  /** Start of the text that is not parsed yet, and start of the current member. */
  #restAt: number;
  #memberAt: number;
  /** True when the current member was parsed separately, so that only a comma may follow. */
  #isPast = false;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
    this.#isList = text[start] === '[';
    this.#restAt = start + 1;
    this.#memberAt = start + 1;
  }

  get value(): unknown {
    return this.#isList ? this.#elements : Object.fromEntries(this.#members);
  }

  passComma(at: number, length: number): void {
    if (this.#isPast || at - this.#restAt > length) this.#takeRest(at);
    this.#memberAt = at + 1;
  }

  close(at: number): void {
    if (this.#text[at] !== (this.#isList ? ']' : '}')) throw new SyntaxError();
    if (this.isApart) this.#takeRest(at);
    this.#end = at;
  }

  /** True when only whitespace surrounds the container. */
  isAll(): boolean {
    const [before, behind] = [this.#text.slice(0, this.#start), this.#text.slice(this.#end + 1)];
    return BLANK.test(before) && BLANK.test(behind);
  }

  /** Adds an element or a member value that was parsed separately and ends there. */
  addApart(container: Container, end: number): void {
    if (this.#memberAt > this.#restAt) this.#takeRest(this.#memberAt - 1);
    const before = this.#text.slice(this.#memberAt, container.#start);
    if (this.#isList) {
      checkBlank(before);
      this.#elements.push(container.value);
    } else {
      const [name] = Object.keys(parseMembers(`${before} null`));
      if (name === undefined) throw new SyntaxError();
      this.#members.push([name, container.value]);
    }
    this.isApart = true;
    this.#isPast = true;
    this.#restAt = end + 1;
  }

  #takeRest(end: number): void {
    const rest = this.#text.slice(this.#restAt, end);
    if (this.#isPast) checkBlank(rest);
    else if (BLANK.test(rest)) throw new SyntaxError();
    else if (this.#isList) for (const one of parseElements(rest)) this.#elements.push(one);
    else for (const one of Object.entries(parseMembers(rest))) this.#members.push(one);
    this.isApart = true;
    this.#isPast = false;
    this.#restAt = end + 1;
  }
}

function parseElements(text: string): unknown[] {
  const parsed: unknown = JSON.parse(`[${text}]`);
  return Array.isArray(parsed) ? parsed : [];
}

function parseMembers(text: string): object {
  const parsed: unknown = JSON.parse(`{${text}}`);
  return typeof parsed === 'object' && parsed !== null ? parsed : {};
}

function checkBlank(text: string): void {
  if (!BLANK.test(text)) throw new SyntaxError();
}

const BLANK = /^[\t\n\r ]*$/;
