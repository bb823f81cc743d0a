/** Bytes from `first` to `last`, both included. */
export type ByteRange = { first: number; last: number };
