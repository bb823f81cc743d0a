import { z } from 'zod';
import {
  type ResolvePersonMatchesInput,
  resolvePersonMatchesInput,
} from '../../../resolvers/matches/match-inputs.ts';
import { resolvePersonMatchesAndRead } from '../../../resolvers/matches/resolve-person-matches.ts';
import { createPathTranslator } from '../../../v4-words/create-path-translator.ts';
import { VERDICTS_BY_CODE } from '../../../v4-words/match-members.ts';
import { parseInput } from '../../../validation/validate.ts';
import { succeed, withReplayHeader } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { reasonSchema } from '../common/decisions.ts';
import { envelopeSchema, idSchema } from '../common/wire.ts';

const REGISTERED = 'Matches resolution registered';

const { externalPersonId, note, reviewer, reopen } = resolvePersonMatchesInput.shape;
// Unwrapped twice: `matches` is optional and nullable.
const matchInput = resolvePersonMatchesInput.shape.matches.unwrap().unwrap().element.shape;
const verdict = z.enum(['FALSE_POSITIVE', 'TRUE_MATCH']).meta({ id: 'MatchVerdict' });

const matchDecisionSchema = z
  .strictObject({
    match_id: matchInput.externalId,
    list: matchInput.sourceCode,
    matter_hash: matchInput.expectedMatterHash.describe(
      '`matter_hash` of the entry that the reviewer saw, from the report. The response is 409 when the entry has another hash by now.',
    ),
    resolution: verdict.nullish(),
    reason: reasonSchema.nullish(),
    note: matchInput.note,
  })
  .meta({
    id: 'DecidedMatch',
    description: 'Decision on one match. Omitted fields default to those of the request.',
  });

const wireSchema = z
  .strictObject({
    id_persona: externalPersonId,
    business_id: externalPersonId
      .nullish()
      .describe('Business to decide in. Defaults to all businesses of the person.'),
    resolution: verdict,
    reason: reasonSchema,
    note,
    reviewer: reviewer.unwrap().unwrap().meta({ id: 'MatchReviewer' }).nullish(),
    matches: z
      .array(matchDecisionSchema)
      .nullish()
      .describe(
        'Decisions on single matches, 1 to 200. When omitted, all pending matches of the person are decided; with `reopen`, all matches.',
      ),
    resolved_at: z.iso.datetime({ offset: true }).nullish(),
    reopen: reopen.describe(
      'True to overwrite earlier decisions that differ. When false (default), a match with a different decision is a conflict.',
    ),
  })
  .meta({ id: 'MatchesResolvedRequest' });
type Wire = z.infer<typeof wireSchema>;

const resolvedSchema = z
  .object({ id: idSchema, match_resolution_pending: z.boolean() })
  .meta({ id: 'ResolvedParticipant' });
const dataSchema = z
  .object({
    id_persona: idSchema,
    resolved: z.int().min(0),
    pending: z.int().min(0),
    participants: z.array(resolvedSchema),
  })
  .meta({ id: 'MatchesResolved' });

/** Paths in the input of the operation, by v4 path. */
const OPERATION_PATHS = {
  id_persona: 'externalPersonId',
  business_id: 'business',
  resolution: 'verdict',
  resolved_at: 'resolvedAt',
  'matches.*.match_id': 'matches.*.externalId',
  'matches.*.list': 'matches.*.sourceCode',
  'matches.*.matter_hash': 'matches.*.expectedMatterHash',
  'matches.*.resolution': 'matches.*.verdict',
};

/** v4: Notification of person with matches resolved. The v4 document specifies neither path nor bodies. */
export const resolveMatches: Route = {
  method: 'POST',
  path: '/api/v4/fiduciary/person/matches/resolved',
  caller: 'user',
  toV4Path: createPathTranslator(OPERATION_PATHS),
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = parseBody(wireSchema, body);
    const result = await resolvePersonMatchesAndRead(ctx, decode(wire));
    const data: z.infer<typeof dataSchema> = {
      id_persona: wire.id_persona,
      resolved: result.resolvedCount,
      pending: result.pendingCount,
      participants: result.participants.map((participant) => ({
        id: participant.id,
        match_resolution_pending: participant.hasPendingMatches,
      })),
    };
    return withReplayHeader(succeed(data, REGISTERED), result);
  },
  description: {
    operationId: 'resolvePersonMatches',
    tag: 'Screening',
    summary: 'Notification of person with matches resolved',
    description:
      'Records decisions on the matches of a person, in all businesses or in one. Matches that already have the decision do not change; a match with a different decision is a conflict unless `reopen` is true. `TRUE_MATCH` accepts the reasons `same_person` and `other`, `FALSE_POSITIVE` every reason except `same_person`. A reason that the compared data of a match contradicts requires a note (issue `contradicted_by_evidence`). When the service requires two users for the decision, the first decision does not change the match.',
    scopes: ['business:write', 'business:read'],
    body: {
      schema: wireSchema,
      isRequired: true,
      examples: {
        homonym: {
          summary: 'All pending matches are false positives: another person with the same name',
          value: { id_persona: 9004, resolution: 'FALSE_POSITIVE', reason: 'homonym' },
        },
      },
    },
    isIdempotent: true,
    responses: [
      {
        status: 200,
        description: REGISTERED,
        schema: envelopeSchema('MatchesResolved', dataSchema),
      },
    ],
  },
};

function decode(wire: Wire): ResolvePersonMatchesInput {
  return parseInput(resolvePersonMatchesInput, {
    externalPersonId: wire.id_persona,
    business: wire.business_id ? { databaseId: wire.business_id } : undefined,
    verdict: VERDICTS_BY_CODE[wire.resolution],
    reason: wire.reason,
    note: wire.note,
    reviewer: wire.reviewer,
    matches: wire.matches?.map((match) => ({
      externalId: match.match_id,
      sourceCode: match.list,
      expectedMatterHash: match.matter_hash,
      verdict: match.resolution ? VERDICTS_BY_CODE[match.resolution] : undefined,
      reason: match.reason,
      note: match.note,
    })),
    reopen: wire.reopen,
    resolvedAt: wire.resolved_at ? new Date(wire.resolved_at) : undefined,
  });
}
