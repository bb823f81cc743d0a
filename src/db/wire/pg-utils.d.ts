/** Conversion of values that pg's own queries use. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** The text of a value, or bytes that are sent as they are; throws where a value has no text. */
    prepareValue: (value: unknown) => string | Buffer | null;
  };
  export default utils;
}
