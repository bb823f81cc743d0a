import { runStepsInSlices } from './map-in-slices.ts';

/** Length up to which a text is parsed in one step, in about half a millisecond. */
const PIECE_LENGTH = 64 * 1024;

/** JSON text whose value has a known type, for example JSON that a SQL statement builds. */
export type JsonOf<Value> = string & { readonly value?: Value };

/** Parses JSON like JSON.parse, and yields to the event loop while it parses a long text. Throws SyntaxError. */
export function parseJsonInSlices<Value>(serviceId: number, text: JsonOf<Value>): Promise<Value>;
export async function parseJsonInSlices(serviceId: number, text: string): Promise<unknown> {
  if (text.length <= PIECE_LENGTH) return JSON.parse(text);
  return await runStepsInSlices(serviceId, parseInSteps(text, PIECE_LENGTH));
}

/**
 * Parses JSON in steps of about `length` characters. Short values are parsed together with their neighbours; only lists
 * and objects that are longer than a step are split, strings never.
 */
export function* parseInSteps(text: string, length: number): Generator<void, unknown> {
  try {
    const root = yield* findRoot(text, length);
    if (root?.isSplit === true && root.isWholeText()) return root.value;
  } catch (error) {
    // The position in this error is relative to a piece. JSON.parse below throws the error for the whole text.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return JSON.parse(text);
}

/** Returns the first complete list or object of the text; undefined when none is complete. */
function* findRoot(text: string, length: number): Generator<void, Container | undefined> {
  const open: Container[] = [];
  let steppedAt = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') index = findStringEnd(text, index);
    else if ('[{'.includes(character)) open.push(new Container(text, index));
    else if (character === ',') open.at(-1)?.passComma(index, length);
    else if (']}'.includes(character)) {
      const closed = closeLast(open, index);
      if (open.length === 0) return closed;
    }
    if (index - steppedAt < length) continue;
    steppedAt = index;
    yield;
  }
  return undefined;
}

function closeLast(open: Container[], index: number): Container | undefined {
  const closed = open.pop();
  closed?.close(index);
  if (closed?.isSplit === true) open.at(-1)?.addSplit(closed, index);
  return closed;
}

/** Returns the index of the closing quote of a string, or the length of the text when it is not closed. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashStart = end;
    while (text[slashStart - 1] === '\\') slashStart -= 1;
    if ((end - slashStart) % 2 === 0) return end;
  }
  return text.length;
}

/** List or object that is being parsed. */
class Container {
  /** True once a part of it was parsed separately. */
  isSplit = false;
  readonly #text: string;
  readonly #start: number;
  readonly #isList: boolean;
  /** Parsed elements of a list; parsed members of an object. */
  readonly #elements: unknown[] = [];
  readonly #members: [name: string, value: unknown][] = [];
  #end = -1;
  /** Indexes at which the unparsed text and the current member start. */
  #unparsedAt: number;
  #memberAt: number;
  /** True when the current member was parsed separately, so that only a comma may follow it. */
  #isMemberParsed = false;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
    this.#isList = text[start] === '[';
    this.#unparsedAt = start + 1;
    this.#memberAt = start + 1;
  }

  get value(): unknown {
    return this.#isList ? this.#elements : Object.fromEntries(this.#members);
  }

  passComma(index: number, length: number): void {
    if (this.#isMemberParsed || index - this.#unparsedAt > length) this.#parseUpTo(index);
    this.#memberAt = index + 1;
  }

  close(index: number): void {
    if (this.#text[index] !== (this.#isList ? ']' : '}')) throw new SyntaxError();
    if (this.isSplit) this.#parseUpTo(index);
    this.#end = index;
  }

  /** True when only whitespace surrounds it in the text. */
  isWholeText(): boolean {
    const [before, after] = [this.#text.slice(0, this.#start), this.#text.slice(this.#end + 1)];
    return WHITESPACE.test(before) && WHITESPACE.test(after);
  }

  /** Adds an element, or the value of a member, that was split itself and ends at `end`. */
  addSplit(container: Container, end: number): void {
    if (this.#memberAt > this.#unparsedAt) this.#parseUpTo(this.#memberAt - 1);
    const before = this.#text.slice(this.#memberAt, container.#start);
    if (this.#isList) {
      requireWhitespace(before);
      this.#elements.push(container.value);
    } else {
      const [name] = Object.keys(parseMembers(`${before} null`));
      if (name === undefined) throw new SyntaxError();
      this.#members.push([name, container.value]);
    }
    this.isSplit = true;
    this.#isMemberParsed = true;
    this.#unparsedAt = end + 1;
  }

  #parseUpTo(end: number): void {
    const unparsed = this.#text.slice(this.#unparsedAt, end);
    if (this.#isMemberParsed) requireWhitespace(unparsed);
    else if (WHITESPACE.test(unparsed)) throw new SyntaxError();
    else if (this.#isList)
      for (const element of parseElements(unparsed)) this.#elements.push(element);
    else for (const member of Object.entries(parseMembers(unparsed))) this.#members.push(member);
    this.isSplit = true;
    this.#isMemberParsed = false;
    this.#unparsedAt = end + 1;
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

function requireWhitespace(text: string): void {
  if (!WHITESPACE.test(text)) throw new SyntaxError();
}

const WHITESPACE = /^[\t\n\r ]*$/;
