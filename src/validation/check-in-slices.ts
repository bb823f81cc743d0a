import { ZodError, type ZodObject, type ZodType, z } from 'zod';
import { currentWorkScope } from '../runtime/work-scope.ts';
import { timeSlices } from '../scheduling/time-slices.ts';
import { type Checked, checkInput, listIssues } from './input-issues.ts';
import { toSentence } from './sentences.ts';

/** Schemas of a long list: one for each member, and one for the list regardless of its members. */
type Parts = { member: ZodType; whole: ZodType; max: number };

const longLists = new WeakMap<object, Parts>();

/**
 * Schema of a list of at most `max` items, possibly thousands, which `checkInSlices` validates in parts. `rules` adds
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

/** Number of members between two checks of the time slice. */
const MEMBERS_PER_CHECK = 20;

/** Validates an input like checkInput, and its long list in time slices. */
export async function checkInSlices<T>(
  schema: ZodType<T> & ZodObject,
  data: unknown,
): Promise<Checked<T>> {
  const longMember = findLong(schema, data);
  if (longMember === undefined) return checkInput<T>(schema, data);
  const { name, list, parts } = longMember;
  const { values, issues } = await checkMembers(list, parts.member, name);
  // The items are valid: only the rest and the list as a whole are validated.
  const rest = schemaOfWhole(schema, longMember);
  const result = rest.safeParse({ ...longMember.input, [name]: values }, { error: toSentence });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each part has been checked as the schema has it.
  if (result.success && issues.length === 0) return { success: true, data: result.data as T };
  const error = new ZodError(sortIssues(schema, { name, issues }, result.error?.issues ?? []));
  return { success: false, issues: listIssues(error), error };
}

/** Cache of schemas, because creating one takes longer than using it. */
const rests = new WeakMap<ZodObject, ZodObject>();

/** Schema in which the long list is validated as a whole only. A schema has at most one long list. */
function schemaOfWhole(schema: ZodObject, { name, parts }: Long): ZodObject {
  const cached = rests.get(schema);
  if (cached !== undefined) return cached;
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
  return length > MEMBERS_PER_CHECK && length <= max;
}

async function checkMembers(
  list: readonly unknown[],
  member: ZodType,
  name: string,
): Promise<{ values: unknown[]; issues: z.core.$ZodIssue[] }> {
  const key = currentWorkScope()?.serviceId ?? 0;
  const values: unknown[] = [];
  const issues: z.core.$ZodIssue[] = [];
  for (const [index, item] of list.entries()) {
    if (index % MEMBERS_PER_CHECK === 0 && timeSlices.isOver()) await timeSlices.wait(key);
    const { data = item, error } = member.safeParse(item, { error: toSentence });
    values.push(data);
    for (const issue of error?.issues ?? [])
      issues.push({ ...issue, path: [name, index, ...issue.path] });
  }
  return { values, issues };
}

/** Puts the issues of members in the position of the list, before those of the list as a whole. */
function sortIssues(
  { shape }: ZodObject,
  members: { name: string; issues: z.core.$ZodIssue[] },
  furtherIssues: readonly z.core.$ZodIssue[],
): z.core.$ZodIssue[] {
  const names = Object.keys(shape);
  const listIndex = names.indexOf(members.name);
  const isBefore = ({ path: [name] }: z.core.$ZodIssue): boolean => {
    const index = names.indexOf(String(name));
    return index >= 0 && index < listIndex;
  };
  return [
    ...furtherIssues.filter(isBefore),
    ...members.issues,
    ...furtherIssues.filter((issue) => !isBefore(issue)),
  ];
}
