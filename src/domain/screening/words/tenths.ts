const TENTHS = 10;
const ROUNDING = 1e-6;

/** Of what `editCost` adds up: all are whole tenths, and sums of these are exact. What is between two is rounded down. */
export function toTenths(cost: number): number {
  return Math.floor(cost * TENTHS + ROUNDING);
}
