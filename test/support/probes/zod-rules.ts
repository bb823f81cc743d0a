import { z } from 'zod';

/** A value that breaks the rule, or that keeps it at its edge; `ABSENT` is the member left out. */
const ABSENT = Symbol('left out');
export type Rule = {
  /** Members down to the value; `*` for any place of a list, as in `participants.*.name`. */
  path: string;
  rule: string;
  breaks?: unknown;
  keeps?: unknown;
};

/** Values that violate custom checks, by the sentence of the check. */
export type CustomSamples = Record<string, unknown>;

type Node = { path: string; schema: z.core.$ZodType };

/**
 * Returns every rule of an input schema with a value that violates it. Throws for an unknown kind of check, and for a
 * custom check without a sample.
 */
export function listRules(schema: z.core.$ZodType, samples: CustomSamples, path = ''): Rule[] {
  const node = { path, schema };
  const own = checksOf(schema).flatMap((check, place) => ruleOf(check, node, { samples, place }));
  return [...own, ...inside(node, samples)];
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function inside({ path, schema }: Node, samples: CustomSamples): Rule[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return listRules(schema.unwrap(), samples, path);
  if (schema instanceof z.ZodObject)
    return [
      { path, rule: 'is an object', breaks: 7 },
      ...Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, member]) => [
        ...presence(member, join(path, name)),
        ...listRules(member, samples, join(path, name)),
      ]),
    ];
  if (schema instanceof z.ZodArray)
    return [
      { path, rule: 'is a list', breaks: { a: 1 } },
      ...listRules(schema.element, samples, join(path, '*')),
    ];
  // Of an alternative to no text, the rules are those of the other.
  if (schema instanceof z.ZodUnion)
    return [
      { path, rule: 'may be blank', keeps: ' \t' },
      ...schema.options.slice(1).flatMap((one) => listRules(one, samples, path)),
    ];
  return [leaf({ path, schema })];
}

function presence(member: z.core.$ZodType, path: string): Rule[] {
  const takes = (value: unknown) => z.safeParse(member, value).success;
  return [
    { path, rule: 'left out', ...(takes(undefined) ? { keeps: ABSENT } : { breaks: ABSENT }) },
    { path, rule: 'null', ...(takes(null) ? { keeps: null } : { breaks: null }) },
  ];
}

function leaf({ path, schema }: Node): Rule {
  if (schema instanceof z.ZodString) return { path, rule: 'is text', breaks: 7 };
  if (schema instanceof z.ZodISODate) return { path, rule: 'is a day', breaks: '2026-02-30' };
  if (schema instanceof z.ZodNumber) return { path, rule: 'is a number', breaks: '7' };
  if (schema instanceof z.ZodBoolean) return { path, rule: 'is true or false', breaks: 'yes' };
  if (schema instanceof z.ZodEnum) return { path, rule: 'is a known word', breaks: 'CANARY' };
  if (schema instanceof z.ZodDate) return { path, rule: 'is an instant', breaks: 'yesterday' };
  throw new Error(`${path}: no rules are known of ${definitionOf(schema).type}`);
}

/** zod keeps what a part is made of under a name of its own. */
function definitionOf<T>({ _zod: inner }: { _zod: { def: T } }): T {
  return inner.def;
}

function checksOf(schema: z.core.$ZodType): readonly z.core.$ZodCheck[] {
  return definitionOf(schema).checks ?? [];
}

type Place = { samples: CustomSamples; place: number };

function ruleOf(check: z.core.$ZodCheck, node: Node, at: Place): Rule[] {
  const { path, schema } = node;
  if (check instanceof z.core.$ZodCheckMaxLength)
    return [longest(definitionOf(check).maximum, node, at)];
  if (check instanceof z.core.$ZodCheckMinLength)
    return [{ path, rule: 'not empty', breaks: schema instanceof z.ZodArray ? [] : '' }];
  if (check instanceof z.core.$ZodCheckRegex) return [{ path, rule: 'form', breaks: 'no form' }];
  const { check: kind } = definitionOf(check);
  return [kind === 'custom' ? customRule(check, path, at) : { path, ...ruleOfNumber(check, path) }];
}

function longest(maximum: number, { path, schema }: Node, { samples }: Place): Rule {
  const rule = `at most ${maximum}`;
  const sample = samples[`${path} ${rule}`];
  if (sample !== undefined) return { path, rule, breaks: sample };
  if (schema instanceof z.ZodArray)
    return { path, rule, breaks: Array.from({ length: maximum + 1 }, (_, place) => `${place}`) };
  const isFree = !checksOf(schema).some((one) => one instanceof z.core.$ZodCheckRegex);
  const keeps = isFree ? { keeps: 'ñ'.repeat(maximum) } : {};
  return { path, rule, breaks: 'x'.repeat(maximum + 1), ...keeps };
}

function ruleOfNumber(check: z.core.$ZodCheck, path: string): Omit<Rule, 'path'> {
  if (check instanceof z.core.$ZodCheckGreaterThan)
    return { rule: 'not less', breaks: Number(definitionOf(check).value) - 1 };
  if (check instanceof z.core.$ZodCheckLessThan)
    return { rule: 'not more', breaks: Number(definitionOf(check).value) + 1 };
  if (check instanceof z.core.$ZodCheckNumberFormat) return { rule: 'is whole', breaks: 1.5 };
  throw new Error(`${path}: no sample is known for ${definitionOf(check).check}`);
}

const definitionSchema = z.looseObject({
  error: z.custom<(issue: object) => unknown>((value) => typeof value === 'function').optional(),
});

function customRule(check: z.core.$ZodCheck, path: string, { samples, place }: Place): Rule {
  const told = definitionSchema.parse(definitionOf(check)).error?.({});
  const name = typeof told === 'string' ? told : `${path} check ${place}`;
  if (!(name in samples)) throw new Error(`There is no sample that breaks "${name}" (${path})`);
  return { path, rule: name, breaks: samples[name] };
}

/**
 * Returns a copy of the value with another value at the path. `*` stands for the first item; missing parents are
 * created.
 */
export function withValue(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (step === '*') {
    const list: unknown[] = Array.isArray(whole) ? whole : [];
    return [withValue(list[0], rest, value), ...list.slice(1)];
  }
  const members = new Map(Object.entries(z.looseObject({}).catch({}).parse(whole)));
  const made = withValue(members.get(step), rest, value);
  if (made === ABSENT) members.delete(step);
  else members.set(step, made);
  return Object.fromEntries(members);
}
