const TENTHS_PER_UNIT = 10;
/** Tolerance for costs that floating point represents as slightly less than whole tenths. */
const ROUNDING = 1e-6;

/**
 * Converts an edit cost to tenths, rounding down. All operation costs are whole tenths, so that sums of them are
 * exact.
 */
export function toTenths(cost: number): number {
  return Math.floor(cost * TENTHS_PER_UNIT + ROUNDING);
}
