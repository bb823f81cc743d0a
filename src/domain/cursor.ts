/** An opaque cursor that holds the sort key of a row: integers, in the order of the list's columns. */
export function encodeCursor(key: readonly number[]): string {
  return Buffer.from(key.join(',')).toString('base64url');
}

/** The integers of a cursor of this length; undefined for anything that encodeCursor cannot have made. */
export function decodeCursor(cursor: string, length: number): number[] | undefined {
  const key = Buffer.from(cursor, 'base64url').toString().split(',').map(Number);
  const isWhole = key.length === length && key.every((one) => Number.isSafeInteger(one));
  return isWhole && encodeCursor(key) === cursor ? key : undefined;
}
