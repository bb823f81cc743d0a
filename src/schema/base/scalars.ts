import { GraphQLError, type ValueNode } from 'graphql';
import { isCalendarDate, isCalendarInstant } from '../../domain/shared/calendar-date.ts';
import { builder } from './builder.ts';

export function registerScalars(): void {
  builder.scalarType('SafeInt', {
    description:
      'Integer between -(2^53-1) and 2^53-1, for ids and amounts that exceed the range of Int.',
    serialize: checkSafeInt,
    parseValue: toSafeInt,
    parseLiteral: (node) => toSafeInt(node.kind === 'IntValue' ? Number(node.value) : undefined),
  });
  builder.scalarType('DateTime', {
    description:
      'ISO-8601 instant: 2026-11-21T04:38:42.123Z. Output is in UTC. Input requires an offset.',
    specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
    serialize: (value) => value.toISOString(),
    parseValue: toDate,
    parseLiteral: (node: ValueNode) => toDate(node.kind === 'StringValue' ? node.value : undefined),
  });
  builder.scalarType('Date', {
    description: 'Calendar date without time or time zone, YYYY-MM-DD: 1980-01-13.',
    serialize: (value) => value,
    parseValue: toDateText,
    parseLiteral: (node: ValueNode) =>
      toDateText(node.kind === 'StringValue' ? node.value : undefined),
  });
}

function toSafeInt(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('SafeInt must be a whole number within ±(2^53-1).');
}

/** Checks an output value. Throws a plain Error, because a GraphQLError would be reported as a fault of the request. */
function checkSafeInt(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new Error('An operation returned a SafeInt outside ±(2^53-1).');
}

/** Time with an offset: `2026-11-21T04:38:42.123Z`, `2026-11-21T04:38:42-06:00`. Date stores milliseconds at most. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

function toDate(value: unknown): Date {
  const [text, day] = INSTANT.exec(typeof value === 'string' ? value : '') ?? [];
  const date = new Date(text ?? Number.NaN);
  if (day !== undefined && isCalendarDate(day) && isCalendarInstant(date)) return date;
  throw new GraphQLError('DateTime must be an ISO-8601 time with an offset.');
}

function toDateText(value: unknown): string {
  if (typeof value === 'string' && isCalendarDate(value)) return value;
  throw new GraphQLError('Date must be a date of the calendar as YYYY-MM-DD.');
}
