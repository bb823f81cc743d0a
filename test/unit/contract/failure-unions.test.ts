import { type GraphQLUnionType, getNamedType, isObjectType, isUnionType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { AppError, ERROR_CODES, type ErrorCode } from '../../../src/errors.ts';
import { getFailure } from '../../../src/http/failures.ts';
import * as errorTypes from '../../../src/schema/base/errors.ts';
import { schema } from '../../../src/schema/index.ts';
import { listThrownCodes } from '../../support/probes/thrown-codes.ts';

/** The failures that a type of the graph stands for; those of a payload are none. */
function codesOf(typename: string): ErrorCode[] {
  const type = Object.entries(errorTypes).find(([name]) => name === typename)?.[1];
  return ERROR_CODES.filter((code) => type !== undefined && new AppError(code, '') instanceof type);
}

/** What a union holds, and what those unions hold that its payload has for each of several things. */
function listMembers(union: GraphQLUnionType): string[] {
  const types = union.getTypes();
  const inside = types
    .flatMap((one) => Object.values(one.getFields()))
    .map((field) => getNamedType(field.type))
    .filter(isUnionType);
  return [...new Set([...types.map((one) => one.name), ...inside.flatMap(listMembers)])];
}

/** The members of each mutation's result that are errors. */
function listErrorTypes(): [mutation: string, members: string[]][] {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  return fields.map(({ name, type }) => {
    if (isObjectType(type) || !('ofType' in type) || !isUnionType(type.ofType))
      throw new Error(`${name} is not answered with a union.`);
    return [name, listMembers(type.ofType).filter((one) => one.endsWith('Error'))];
  });
}

const thrown = listThrownCodes();

describe('the result of every mutation', () => {
  it.each(listErrorTypes())(
    '%s holds what its operation can state, and no more',
    (name, members) => {
      const codes = thrown.get(name) ?? [];
      const covered = members.flatMap(codesOf);
      // What concerns the whole request has a status and no data, so no field answers it.
      const ofField = codes.filter((code) => getFailure(code).endsRequest !== true);
      expect(ofField.filter((code) => !covered.includes(code))).toEqual([]);
      const idle = members.filter((one) => !codesOf(one).some((code) => codes.includes(code)));
      expect(idle).toEqual([]);
    },
  );

  it('is looked at for each mutation that the sources have', () => {
    const names = listErrorTypes().map(([name]) => name);
    expect([...thrown.keys()].toSorted()).toEqual(names.toSorted());
  });
});
