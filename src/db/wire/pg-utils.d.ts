/** Conversion of values that pg's own queries use. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** Converts a value to its text, or to bytes that are sent unchanged; throws when a value has no text. */
    prepareValue: (value: unknown) => string | Buffer | null;
  };
  export default utils;
}
