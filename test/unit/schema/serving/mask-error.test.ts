import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/errors.ts';
import { maskError } from '../../../../src/schema/serving/mask-error.ts';
import { withoutValues } from '../../../../src/schema/serving/without-values.ts';

/** What a client reads of an error, and what the log is told. */
function mask(error: unknown) {
  const told: unknown[] = [];
  const { message, extensions, path } = maskError(error, (fault) => told.push(fault));
  return { message, extensions, path, told };
}

const HIDDEN = {
  message: 'An internal error occurred.',
  extensions: { code: 'INTERNAL_SERVER_ERROR', code_message: 'server_error', unexpected: true },
};

describe('maskError', () => {
  it('hides a fault and tells the log of it', () => {
    const fault = new Error('duplicate key (email)=(ana@example.test)');
    expect(mask(fault)).toMatchObject({ ...HIDDEN, told: [fault] });
    const located = new GraphQLError('ana', { originalError: fault, path: ['business'] });
    expect(mask(located)).toMatchObject({ ...HIDDEN, path: ['business'], told: [fault] });
  });

  it.each([
    'Expected value of type "Business" but got: { name: "Ana" }.',
    'Expected Iterable, but did not find one for field "Query.businesses".',
    'Abstract type "Node" must resolve to an Object type at runtime for field "Query.node" with value { name: "Ana" }',
    'Runtime Object type "Viewer" is not a possible type for "Node".',
    'String cannot represent value: { name: "Ana" }',
    'Int cannot represent non-integer value: "Ana"',
    'Enum "PersonType" cannot represent value: "Ana"',
  ])('hides that a result does not fit the schema: %s', (message) => {
    const fault = new GraphQLError(message, { path: ['business'] });
    expect(mask(fault)).toMatchObject({ ...HIDDEN, told: [fault] });
  });

  it('says the same of what a client sent, which has no path, without the value', () => {
    const masked = mask(new GraphQLError('ID cannot represent value: { a: "Ana" }'));
    expect(masked).toMatchObject({ message: 'ID cannot represent value.', told: [] });
    expect(masked.extensions).toEqual({
      code: 'VALIDATION_FAILED',
      code_message: 'invalid_request',
    });
  });

  it('shows the failures that operations state, in the words of the graph', () => {
    const issue = { path: ['first'], message: 'Must be at most 100' };
    const invalid = new AppError('invalid_input', '`first`: too large.', {
      issues: [{ ...issue, code: 'too_large' }],
    });
    expect(mask(new GraphQLError('x', { originalError: invalid }))).toEqual({
      message: '`first`: too large.',
      extensions: {
        code: 'VALIDATION_FAILED',
        code_message: 'invalid_request',
        issues: [{ ...issue, code: 'TOO_LARGE' }],
      },
      path: undefined,
      told: [],
    });
    expect(mask(new AppError('forbidden', 'No.')).told).toHaveLength(1);
    const lacking = new AppError('forbidden', 'No.', { requiredScope: 'file:read' });
    expect(mask(new GraphQLError('x', { originalError: lacking })).extensions).toEqual({
      code: 'NOT_AUTHORIZED',
      code_message: 'unauthorized',
      requiredScope: 'FILE_READ',
    });
  });

  it('drops every extension that it did not make', () => {
    const extensions = { code: 'BAD_REQUEST', originalError: { message: 'ana@example.test' } };
    expect(mask(new GraphQLError('No.', { extensions })).extensions).toEqual({
      code: 'BAD_REQUEST',
      code_message: 'invalid_request',
      http: { status: 400 },
    });
  });

  it('returns what it returned once as it is', () => {
    const once = maskError(new Error('fault'), () => undefined);
    expect(maskError(once, () => undefined)).toBe(once);
  });
});

describe('withoutValues', () => {
  it.each([
    [
      'Syntax Error: Expected Name, found String "Ana".',
      'Syntax Error: Expected Name, found String.',
    ],
    ['Syntax Error: Expected "{", found Int "5555".', 'Syntax Error: Expected "{", found Int.'],
    ['Syntax Error: Unexpected String "A", found Name "b".', 'Syntax Error: Unexpected String.'],
    ['Syntax Error: Unexpected character: "ñ".', 'Syntax Error: Unexpected character.'],
    ['Syntax Error: Unexpected character: U+00F1.', 'Syntax Error: Unexpected character.'],
    [
      'Syntax Error: Invalid number, expected digit but got: "A".',
      'Syntax Error: Invalid number, expected digit.',
    ],
    ['Syntax Error: Unterminated string.', 'Syntax Error: Unterminated string.'],
    ['Unknown operation named "An"a".', 'Unknown operation name.'],
    [
      'Unexpected parameter "An"a" in the request body.',
      'Unexpected parameter in the request body.',
    ],
    [
      'Variable "$mode" has invalid value at .deleteMode: Value "a", found: "Ana" does not exist in "DeleteMode" enum.',
      'Variable "$mode" has invalid value at .deleteMode: The value does not exist in "DeleteMode" enum.',
    ],
    [
      'Enum "DeleteMode" cannot represent non-string value: { a: "Ana" }.',
      'Enum "DeleteMode" cannot represent non-string value.',
    ],
    [
      'Expected value of type "BusinessLookup" not to include unknown field "An"a", found: {}.',
      'Expected value of type "BusinessLookup" not to include an unknown field.',
    ],
    [
      'Variable "$by" has invalid value: Expected value of type "BusinessLookup" not to include unknown field "nombre", found: { nombre: "Ana" }.',
      'Variable "$by" has invalid value: Expected value of type "BusinessLookup" not to include unknown field "nombre".',
    ],
    [
      'Expected value of type "BusinessLookup", but encountered error "Ana"; found: "Ana".',
      'Expected value of type "BusinessLookup".',
    ],
    [
      'Int cannot represent non 32-bit signed integer value: 5555550001',
      'Int cannot represent non 32-bit signed integer value.',
    ],
    ['Something new: "ana@example.test", "Ana Luna", "Ana-Luna".', 'Something new: "…", "…", "…".'],
  ])('turns %j into %j', (message, expected) => {
    expect(withoutValues(message)).toBe(expected);
  });

  it.each([
    'Syntax Error: Expected "{", found Name "nombre".',
    'Syntax Error: Unexpected Name "nombre".',
    'Syntax Error: Expected Name, found <EOF>.',
    'Syntax Error: Unexpected "}".',
    'Unexpected parameter "variable" in the request body.',
    'Cannot query field "nombre" on type "Business".',
    'Field "business" of type "Business" must have a selection of subfields. Did you mean "business { ... }"?',
    'Argument "Query.business(by:)" of type "BusinessLookup!" is required, but it was not provided.',
    'Variable "$ids" of type "[ID]" used in position expecting type "[ID!]!".',
    'Unknown argument "id" on field "Query.business".',
    'Argument "@include(if:)" of type "Boolean!" is required, but it was not provided.',
    'Cannot spread fragment "A" within itself via "B", "C".',
    'Variable "$by" has invalid value: Expected a value of non-null type "BusinessLookup!" to be provided.',
  ])('keeps the names in %j', (message) => {
    expect(withoutValues(message)).toBe(message);
  });
});
