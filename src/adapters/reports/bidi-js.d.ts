// The types of the package describe its CommonJS module; this file describes the ES module.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';
  export default function createBidi(): Bidi;
}
