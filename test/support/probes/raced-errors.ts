import { z } from 'zod';

type Told = { body: string; headers: Record<string, string> };

const nothingSchema = z.object({
  data: z.null(),
  errors: z.array(z.looseObject({ path: z.array(z.unknown()) })),
});

/**
 * An answer in the words of another of the same query, where all of both is null and they only differ in how many errors they
 * tell: once a field that may not be null has failed graphql answers at once, and which others have failed by then is a matter of time.
 */
export function asRaced<Answer extends Told>(answer: Answer, other: Told): Answer {
  const [ours, theirs] = [errorsOf(answer), errorsOf(other)];
  const [few, many] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  if (few.length === 0 || !few.every((error) => many.includes(error))) return answer;
  const length = other.headers['content-length'] ?? '';
  const headers = { ...answer.headers, 'content-length': length };
  return { ...answer, headers, body: other.body };
}

function errorsOf({ body }: Told): string[] {
  const nothing = nothingSchema.safeParse(JSON.parse(body));
  return nothing.success ? nothing.data.errors.map((error) => JSON.stringify(error)) : [];
}
