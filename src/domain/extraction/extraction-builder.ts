import type {
  CheckCode,
  ExtractedField,
  ExtractionCheck,
  FieldName,
  MissingField,
  MissingReason,
} from './extracted.ts';
import type { TextLocation } from './lines.ts';

/** Confidence of a value beside its label. */
const LABELLED_CONFIDENCE = 0.97;
/** Confidence of a value that a check digit or other evidence confirms. */
export const VERIFIED_CONFIDENCE = 0.99;
/** Maximum confidence of an OCR value without further evidence. Values of at least 0.9 need no review. */
const UNVERIFIED_OCR_CONFIDENCE_MAX = 0.89;
/** Maximum confidence of an OCR value that other evidence confirms: below that of the same value in embedded text. */
const VERIFIED_OCR_CONFIDENCE_MAX = 0.98;
/** Minimum confidence of the OCR in a verified value that needs no review. */
const SURE_READING_CONFIDENCE_MIN = 0.9;

/** Maximum length of a value, which bounds memory and responses. */
const VALUE_LENGTH_MAX = 10_000;

export type NewField = Pick<ExtractedField, 'name' | 'value'> & Partial<ExtractedField>;

/** Collects the fields of one document: each has one value, or one reason why it is missing. */
export class ExtractionBuilder {
  readonly #fields = new Map<FieldName, ExtractedField>();
  readonly #missing = new Map<FieldName, MissingReason>();
  readonly #checks: ExtractionCheck[] = [];

  /** Adds a value. The first value of a field stays; an overlong value marks the field as not valid. */
  put(field: NewField): void {
    if (this.#fields.has(field.name)) return;
    if (field.value.length > VALUE_LENGTH_MAX) return this.markMissing(field.name, 'not_valid');
    this.#missing.delete(field.name);
    this.#fields.set(field.name, {
      confidence: LABELLED_CONFIDENCE,
      source: 'text',
      page: null,
      box: null,
      recoveredFrom: null,
      ...field,
    });
  }

  /** Adds a value with its location. `isVerified` is true when evidence other than the reading confirms it. */
  putAt(
    name: FieldName,
    value: string,
    { location, isVerified }: { location: TextLocation; isVerified: boolean },
  ): void {
    const { page, source, box } = location;
    this.put({
      name,
      value,
      page,
      source,
      box,
      confidence: getConfidence(location, isVerified),
    });
  }

  /** Records why a field is missing, unless it already has a value or a reason. */
  markMissing(name: FieldName, reason: MissingReason): void {
    if (!this.#fields.has(name) && !this.#missing.has(name)) this.#missing.set(name, reason);
  }

  /** Removes a contradicted value and marks the field as missing. Does nothing for a field without a value. */
  reject(name: FieldName, reason: MissingReason): void {
    if (this.#fields.delete(name)) this.#missing.set(name, reason);
  }

  update(name: FieldName, changes: Partial<ExtractedField>): void {
    const field = this.#fields.get(name);
    if (field !== undefined) this.#fields.set(name, { ...field, ...changes });
  }

  addCheck(code: CheckCode, ok: boolean | null, detail: string): void {
    this.#checks.push({ code, ok, detail });
  }

  findField(name: FieldName): ExtractedField | undefined {
    return this.#fields.get(name);
  }

  findValue(name: FieldName): string | undefined {
    return this.#fields.get(name)?.value;
  }

  build(): { fields: ExtractedField[]; missing: MissingField[]; checks: ExtractionCheck[] } {
    return {
      fields: [...this.#fields.values()],
      missing: [...this.#missing].map(([name, reason]) => ({ name, reason })),
      checks: [...this.#checks],
    };
  }
}

function getConfidence({ source, readConfidence }: TextLocation, isVerified: boolean): number {
  if (source === 'text') return isVerified ? VERIFIED_CONFIDENCE : LABELLED_CONFIDENCE;
  const max = isVerified ? VERIFIED_OCR_CONFIDENCE_MAX : UNVERIFIED_OCR_CONFIDENCE_MAX;
  // One wrong value in ten has a correct check digit, so the OCR must have been confident as well.
  const isSure = isVerified && readConfidence >= SURE_READING_CONFIDENCE_MIN;
  return roundConfidence(Math.min(isSure ? max : UNVERIFIED_OCR_CONFIDENCE_MAX, readConfidence));
}

export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 1000) / 1000;
}
