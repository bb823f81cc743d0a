import type {
  CheckCode,
  ExtractedField,
  ExtractionCheck,
  FieldName,
  MissingField,
  MissingReason,
} from './extracted.ts';
import type { Place } from './lines.ts';

/** Confidence of a value beside its label. A value with a check digit has more. */
const LABELLED = 0.97;
export const PROVEN = 0.99;
/** Maximum confidence of a value from an image without further evidence: 0.9 and above promise evidence. */
const UNPROVEN_PICTURE_MAX = 0.89;
const PROVEN_PICTURE_MAX = 0.98;
const SURE_READING = 0.9;

/** A table of very many rows has less; what has more fills memory and answers. */
const VALUE_LENGTH_MAX = 10_000;

export type Given = Pick<ExtractedField, 'name' | 'value'> & Partial<ExtractedField>;

/** Values of one document while its rules run: each field has one value, or one reason why it has none. */
export class Sheet {
  readonly #fields = new Map<FieldName, ExtractedField>();
  readonly #missing = new Map<FieldName, MissingReason>();
  readonly #checks: ExtractionCheck[] = [];

  /** Adds a value. The first value of a field stays; an overlong value is rejected. */
  put(given: Given): void {
    if (this.#fields.has(given.name)) return;
    if (given.value.length > VALUE_LENGTH_MAX) return this.miss(given.name, 'not_valid');
    this.#missing.delete(given.name);
    this.#fields.set(given.name, {
      confidence: LABELLED,
      source: 'text',
      page: null,
      box: null,
      recoveredFrom: null,
      ...given,
    });
  }

  /** Adds a value with its position. `proven` is true when evidence other than the reading supports it. */
  putAt(
    name: FieldName,
    value: string,
    { place, proven }: { place: Place; proven: boolean },
  ): void {
    const { page, source, box } = place;
    this.put({ name, value, page, source, box, confidence: sureness(place, proven) });
  }

  miss(name: FieldName, reason: MissingReason): void {
    if (!this.#fields.has(name) && !this.#missing.has(name)) this.#missing.set(name, reason);
  }

  /** Takes a value back that something speaks against. */
  drop(name: FieldName, reason: MissingReason): void {
    if (this.#fields.delete(name)) this.#missing.set(name, reason);
  }

  change(name: FieldName, changed: Partial<ExtractedField>): void {
    const field = this.#fields.get(name);
    if (field !== undefined) this.#fields.set(name, { ...field, ...changed });
  }

  check(code: CheckCode, ok: boolean | null, detail: string): void {
    this.#checks.push({ code, ok, detail });
  }

  get(name: FieldName): ExtractedField | undefined {
    return this.#fields.get(name);
  }

  value(name: FieldName): string | undefined {
    return this.#fields.get(name)?.value;
  }

  finish(): { fields: ExtractedField[]; missing: MissingField[]; checks: ExtractionCheck[] } {
    return {
      fields: [...this.#fields.values()],
      missing: [...this.#missing].map(([name, reason]) => ({ name, reason })),
      checks: [...this.#checks],
    };
  }
}

function sureness({ source, readAs }: Place, proven: boolean): number {
  if (source === 'text') return proven ? PROVEN : LABELLED;
  const max = proven ? PROVEN_PICTURE_MAX : UNPROVEN_PICTURE_MAX;
  // A check digit lets one wrong value in ten pass: it is a promise only where the reader was sure as well.
  const isSure = proven && readAs >= SURE_READING;
  return round(Math.min(isSure ? max : UNPROVEN_PICTURE_MAX, readAs));
}

export function round(confidence: number): number {
  return Math.round(confidence * 1000) / 1000;
}
