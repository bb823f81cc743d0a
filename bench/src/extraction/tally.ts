import type { Judgement } from './judge-specimen.ts';

/** Counts of a set of specimens, for one row of the table. */
export class Tally {
  readonly #judged: Judgement[] = [];
  readonly #cpuMs: number[] = [];

  add(judgement: Judgement, cpuMs: number): void {
    this.#judged.push(judgement);
    this.#cpuMs.push(cpuMs);
  }

  /** In the order of `COLUMNS`. */
  toRow(): (string | number)[] {
    const fields = this.#judged.flatMap((one) => one.fields);
    const right = fields.filter(({ verdict }) => verdict === 'right').length;
    const wrong = fields.filter(({ verdict }) => verdict === 'wrong').length;
    const sure = fields.filter(({ confidence }) => confidence >= SURE);
    const sureWrong = sure.filter(({ verdict }) => verdict === 'wrong').length;
    const sorted = this.#cpuMs.toSorted((one, other) => one - other);
    return [
      this.#judged.length,
      percent(this.#judged.filter(({ hasKind }) => hasKind).length, this.#judged.length),
      fields.length,
      percent(right, fields.length),
      wrong,
      sure.length,
      sureWrong,
      percent(sureWrong, fields.length),
      share(this.#judged.map(({ isMrzExact }) => isMrzExact)),
      share(this.#judged.map(({ isQrFound }) => isQrFound)),
      Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    ];
  }
}

export const COLUMNS = [
  'documents',
  'kind %',
  'fields',
  'right %',
  'wrong',
  'said ≥ 0.9',
  'of these wrong',
  '% of fields',
  'MRZ exact %',
  'QR %',
  'CPU ms, median',
];
const SURE = 0.9;

function share(found: readonly (boolean | null)[]): string {
  const asked = found.filter((one) => one !== null);
  return percent(asked.filter(Boolean).length, asked.length);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '' : ((100 * part) / whole).toFixed(1);
}
