import { type CustomTypesConfig, TypeOverrides, types } from 'pg';

/** Parsers of values by type. */
export const typeParsers: TypeOverrides = new TypeOverrides();

/**
 * int8 is received as text. Ids are safe integers by a check constraint; a larger value throws, so it is not rounded.
 */
typeParsers.setTypeParser(types.builtins.INT8, toSafeInteger);

/** Type id of int8[], for which pg has no constant. These arrays contain no nulls. */
const INT8_ARRAY = 1016;
typeParsers.setTypeParser(INT8_ARRAY, (text): number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(toSafeInteger),
);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new Error('An int8 from the database is not a safe integer.');
  return value;
}

/**
 * Timestamps with offset zero, for example `2026-11-21 09:22:16.123456+00`, which `Date` parses once they are ISO 8601.
 * pg parses other offsets, eras and infinity.
 */
const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

typeParsers.setTypeParser(types.builtins.TIMESTAMPTZ, (text): unknown =>
  UTC_TIMESTAMP.test(text)
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : types.getTypeParser(types.builtins.TIMESTAMPTZ)(text),
);

/** Returns the parser of a type, which throws for invalid text. */
export function getParser(typeId: number): (text: string) => unknown {
  const parsers: CustomTypesConfig = typeParsers;
  // oxlint-disable-next-line typescript/no-unsafe-return, typescript/no-unsafe-enum-assignment -- A parser is any value in pg's types, and a type one that it has a name for.
  return parsers.getTypeParser(typeId);
}
