/**
 * Returns the exact quotient in hundredths, rounded half up, towards positive infinity. The divisor must be positive.
 */
export function toHundredths(dividend: number, divisor: number): number {
  const numerator = BigInt(dividend) * 200n + BigInt(divisor);
  const denominator = BigInt(divisor) * 2n;
  const quotient = numerator / denominator;
  // Division of bigints truncates towards zero.
  return Number(numerator % denominator < 0n ? quotient - 1n : quotient);
}

/** Returns a part of a whole in hundredths of a percent: 3193 for 9,100 of 28,500. */
export function toPercentHundredths(part: number, whole: number): number {
  return toHundredths(part * 100, whole);
}
