/** A quotient in whole hundredths, rounded half up (towards the greater), exactly; the divisor is over 0. */
export function hundredths(dividend: number, divisor: number): number {
  const doubled = BigInt(dividend) * 200n + BigInt(divisor);
  const wide = BigInt(divisor) * 2n;
  const quotient = doubled / wide;
  return Number(doubled % wide < 0n ? quotient - 1n : quotient);
}

/** A part of a whole in hundredths of a percent: 9,100 of 28,500 is 3193. */
export function percentage(part: number, whole: number): number {
  return hundredths(part * 100, whole);
}
