import { stepByStep } from './map-in-slices.ts';

/** A shorter text is parsed at once, in half a millisecond or so. */
const PIECE_LENGTH = 64 * 1024;

/** JSON of a value that is known beforehand, as that of a statement is. */
export type JsonOf<Value> = string & { readonly value?: Value };

/** What JSON.parse makes of a text, of a long one in pieces between which others have their turn. Throws SyntaxError as it does. */
export function jsonInTurns<Value>(serviceId: number, text: JsonOf<Value>): Promise<Value>;
export async function jsonInTurns(serviceId: number, text: string): Promise<unknown> {
  if (text.length <= PIECE_LENGTH) return JSON.parse(text);
  return await stepByStep(serviceId, parsePieces(text, PIECE_LENGTH));
}

/**
 * The same in steps of some `length` characters. What is short is parsed with its neighbours; a list or an object is taken
 * apart only where it is longer, and a string never.
 */
export function* parsePieces(text: string, length: number): Generator<void, unknown> {
  try {
    const root = yield* findRoot(text, length);
    if (root?.isApart === true && root.isAll()) return root.value;
  } catch (error) {
    // What it says of a piece is not what it says of the whole.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return JSON.parse(text);
}

/** The first list or object of the text; undefined where there is none that ends. */
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

/** Where a string ends that begins there; behind the text where it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let from = end;
    while (text[from - 1] === '\\') from -= 1;
    if ((end - from) % 2 === 0) return end;
  }
  return text.length;
}

/** A list, or an object, that is gone through. */
class Container {
  /** Whether it is so long that some of it was parsed by itself. */
  isApart = false;
  readonly #text: string;
  readonly #start: number;
  readonly #isList: boolean;
  /** What was parsed: the elements, or the members, of it. */
  readonly #elements: unknown[] = [];
  readonly #members: [name: string, value: unknown][] = [];
  #end = -1;
  /** From where on nothing was parsed, and where the present member begins. */
  #restAt: number;
  #memberAt: number;
  /** Whether the present member was parsed by itself, so that nothing may follow it but a comma. */
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

  /** Whether nothing stands around it. */
  isAll(): boolean {
    const [before, behind] = [this.#text.slice(0, this.#start), this.#text.slice(this.#end + 1)];
    return BLANK.test(before) && BLANK.test(behind);
  }

  /** An element, or the value of a member, that is apart itself and ends there. */
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
