import { ZodError, type ZodObject, type ZodType, z } from 'zod';
import { currentWorkScope } from '../runtime/work-scope.ts';
import { timeSlices } from '../scheduling/time-slices.ts';
import { type Checked, checkInput, listIssues } from './input-issues.ts';
import { sentenceOf } from './sentences.ts';

/** A list by its parts: what each member is, and what the whole is whatever its members are. */
type Parts = { member: ZodType; whole: ZodType; max: number };

const longLists = new WeakMap<object, Parts>();

/**
 * Schema of a list of at most `max` items, possibly thousands, which `checkInTurns` validates in parts. `rules` adds
 * rules for the whole list; items may have issues of their own.
 */
export function longList<Member extends ZodType>(
  member: Member,
  max: number,
  rules: <List extends z.ZodArray>(list: List) => List = (list) => list,
): z.ZodArray<Member> {
  const list = rules(z.array(member).max(max));
  longLists.set(list, { member, whole: rules(z.array(z.unknown()).max(max)), max });
  return list;
}

/** Number of items between two readings of the clock. */
const AT_ONCE = 20;

/** The same as checkInput, and other requests have their turn between the members of its long lists. */
export async function checkInTurns<T>(
  schema: ZodType<T> & ZodObject,
  data: unknown,
): Promise<Checked<T>> {
  const found = findLong(schema, data);
  if (found === undefined) return checkInput<T>(schema, data);
  const { name, list, parts } = found;
  const { values, issues } = await checkMembers(list, parts.member, name);
  // The items are valid: only the rest and the list as a whole are validated.
  const rest = restOf(schema, found);
  const result = rest.safeParse({ ...found.input, [name]: values }, { error: sentenceOf });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each part has been checked as the schema has it.
  if (result.success && issues.length === 0) return { success: true, data: result.data as T };
  const error = new ZodError(inOrder(schema, { name, issues }, result.error?.issues ?? []));
  return { success: false, issues: listIssues(error), error };
}

/** To make one takes longer than to use it. */
const rests = new WeakMap<ZodObject, ZodObject>();

/** The schema with the list as a whole in its place. Of a schema one member is a long list. */
function restOf(schema: ZodObject, { name, parts }: Long): ZodObject {
  const known = rests.get(schema);
  if (known !== undefined) return known;
  const rest = schema.extend({ [name]: parts.whole });
  rests.set(schema, rest);
  return rest;
}

type Long = { name: string; list: unknown[]; parts: Parts; input: object };

/** Returns the member of the input that is a long list. The items of a list that is too long are not validated. */
function findLong({ shape }: ZodObject, data: unknown): Long | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  for (const [name, list] of Object.entries(data)) {
    const member: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const parts = typeof member === 'object' && member !== null ? longLists.get(member) : undefined;
    if (parts !== undefined && Array.isArray(list) && isLong(list.length, parts))
      return { name, list, parts, input: data };
  }
  return undefined;
}

function isLong(length: number, { max }: Parts): boolean {
  return length > AT_ONCE && length <= max;
}

async function checkMembers(
  list: readonly unknown[],
  member: ZodType,
  name: string,
): Promise<{ values: unknown[]; issues: z.core.$ZodIssue[] }> {
  const key = currentWorkScope()?.serviceId ?? 0;
  const values: unknown[] = [];
  const issues: z.core.$ZodIssue[] = [];
  for (const [place, one] of list.entries()) {
    if (place % AT_ONCE === 0 && timeSlices.isOver()) await timeSlices.wait(key);
    const { data = one, error } = member.safeParse(one, { error: sentenceOf });
    values.push(data);
    for (const issue of error?.issues ?? [])
      issues.push({ ...issue, path: [name, place, ...issue.path] });
  }
  return { values, issues };
}

/** Those of the members stand where the list does, before those of the list as a whole. */
function inOrder(
  { shape }: ZodObject,
  members: { name: string; issues: z.core.$ZodIssue[] },
  others: readonly z.core.$ZodIssue[],
): z.core.$ZodIssue[] {
  const names = Object.keys(shape);
  const at = names.indexOf(members.name);
  const isBefore = ({ path: [name] }: z.core.$ZodIssue): boolean => {
    const place = names.indexOf(String(name));
    return place >= 0 && place < at;
  };
  return [...others.filter(isBefore), ...members.issues, ...others.filter((one) => !isBefore(one))];
}
