import { z } from 'zod';
import type { EntryDetails } from '../../domain/lists/list-entry.ts';
import type { Sat69bStanding } from '../../domain/lists/sat69b-standing.ts';

const noticeSchema = z.object({
  stage: z.enum(['PRESUNTO', 'DESVIRTUADO', 'DEFINITIVO', 'SENTENCIA_FAVORABLE']),
  channel: z.enum(['SAT', 'DOF']),
  office: z.string(),
  published: z.string(),
  dates: z.array(z.string()),
});
const detailsSchema = z.looseObject({
  note: z.string().nullish(),
  notices: z.array(noticeSchema).default([]),
});

const STAGES = {
  PRESUNTO: 'presumed',
  DESVIRTUADO: 'rebutted',
  DEFINITIVO: 'definitive',
  SENTENCIA_FAVORABLE: 'favorable_ruling',
} as const satisfies Record<string, Sat69bStanding>;

/** Notice about a stage of a procedure. */
export type Sat69bNotice = {
  stage: (typeof STAGES)[keyof typeof STAGES];
  /** Publication: the authority's website (SAT) or the official gazette (DOF). */
  channel: 'SAT' | 'DOF';
  /** Number and date of the letter, as published. */
  office: string | null;
  publishedText: string | null;
  /** Dates in the text, as `YYYY-MM-DD`. */
  publishedOn: string[];
};

/** Reads note and notices from the details of a 69-B entry. */
export function readNotices(details: EntryDetails): {
  note: string | null;
  notices: Sat69bNotice[];
} {
  const { note = null, notices } = detailsSchema.parse(details);
  return { note, notices: notices.map(toNotice) };
}

function toNotice({
  stage,
  channel,
  office,
  published,
  dates,
}: z.infer<typeof noticeSchema>): Sat69bNotice {
  const publishedText = published === '' ? null : published;
  return {
    stage: STAGES[stage],
    channel,
    office: office === '' ? null : office,
    publishedText,
    publishedOn: dates,
  };
}
