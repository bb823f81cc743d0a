import { ZodError, type ZodObject, type ZodType, z } from 'zod';
import { currentWorkScope } from '../runtime/work-scope.ts';
import { timeSlices } from '../scheduling/time-slices.ts';
import { type Checked, checkInput, listIssues } from './input-issues.ts';
import { toSentence } from './sentences.ts';

/** Schemas of a long list: one for a member, and one for the list in which any member is valid. */
type Parts = { member: ZodType; whole: ZodType; max: number };

/** Parts of each schema that longListSchema has created. */
const longLists = new WeakMap<object, Parts>();

/**
 * Creates the schema of a list of at most `max` items, possibly thousands, whose items `checkInSlices` validates in
 * time slices. `rules` adds rules for the whole list.
 */
export function longListSchema<Member extends ZodType>(
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

/** Validates an input like checkInput, but validates its long list in time slices. */
export async function checkInSlices<T>(
  schema: ZodType<T> & ZodObject,
  data: unknown,
): Promise<Checked<T>> {
  const longMember = findLong(schema, data);
  if (longMember === undefined) return checkInput<T>(schema, data);
  const { name, list, parts } = longMember;
  const { values, issues } = await checkMembers(list, parts.member, name);
  // The items are valid: only the rest and the list as a whole are validated.
  const wholeSchema = getWholeSchema(schema, longMember);
  const result = wholeSchema.safeParse(
    { ...longMember.input, [name]: values },
    { error: toSentence },
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each part has been checked as the schema has it.
  if (result.success && issues.length === 0) return { success: true, data: result.data as T };
  const error = new ZodError(sortIssues(schema, { name, issues }, result.error?.issues ?? []));
  return { success: false, issues: listIssues(error), error };
}

/** Cache of the schemas of getWholeSchema, because creating one takes longer than using it. */
const wholeSchemas = new WeakMap<ZodObject, ZodObject>();

/** Returns the schema in which any member of the long list is valid. A schema has at most one long list. */
function getWholeSchema(schema: ZodObject, { name, parts }: LongMember): ZodObject {
  const cached = wholeSchemas.get(schema);
  if (cached !== undefined) return cached;
  const wholeSchema = schema.extend({ [name]: parts.whole });
  wholeSchemas.set(schema, wholeSchema);
  return wholeSchema;
}

type LongMember = { name: string; list: unknown[]; parts: Parts; input: object };

/** Returns the long list of the input. Undefined for a short list, and for one that is too long to be validated. */
function findLong({ shape }: ZodObject, data: unknown): LongMember | undefined {
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

/** Inserts the issues of the members in the order of the schema, before those of the list as a whole. */
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
