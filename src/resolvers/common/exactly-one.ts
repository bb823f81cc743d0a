import { issueOptions } from '../../validation/input-issues.ts';

/** Arguments for `refine` of a lookup: exactly one member is required, because two could identify two objects. */
export const EXACTLY_ONE: [
  check: (lookup: Record<string, unknown>) => boolean,
  issue: ReturnType<typeof issueOptions>,
] = [
  (lookup) =>
    Object.values(lookup).filter((value) => value !== undefined && value !== null).length === 1,
  issueOptions('exactly_one', 'Exactly one of the fields is required'),
];
