import { type CustomTypesConfig, TypeOverrides, types } from 'pg';

/** Parsers of values by type. */
export const typeParsers: TypeOverrides = new TypeOverrides();

/** int8 is received as text: ids are safe integers by check constraint, and other values must not be rounded. */
typeParsers.setTypeParser(types.builtins.INT8, toSafeInteger);

/** Type id of int8[], for which pg has no name; these arrays contain no nulls. */
const INT8S = 1016;
typeParsers.setTypeParser(INT8S, (text): number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(toSafeInteger),
);

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new Error('An int8 from the database is not a safe integer.');
  return value;
}

/**
 * Timestamps with offset zero, `2026-11-21 09:22:16.123456+00`, which is nearly ISO 8601; pg parses other offsets, eras
 * and infinity.
 */
const TIME_IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

typeParsers.setTypeParser(types.builtins.TIMESTAMPTZ, (text): unknown =>
  TIME_IN_UTC.test(text)
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : types.getTypeParser(types.builtins.TIMESTAMPTZ)(text),
);

/** Returns the parser of a type, which throws for invalid text. */
export function parserOf(typeId: number): (text: string) => unknown {
  const parsers: CustomTypesConfig = typeParsers;
  // oxlint-disable-next-line typescript/no-unsafe-return, typescript/no-unsafe-enum-assignment -- A parser is any value in pg's types, and a type one that it has a name for.
  return parsers.getTypeParser(typeId);
}
