import { RECORD_PAGES } from '../../resolvers/common/newest-first.ts';
import { pageInput } from '../../resolvers/common/paging.ts';
import {
  countScreenings,
  countScreeningsOf,
  listScreenings,
  listScreeningsInput,
  listScreeningsOf,
  PARTICIPANT_SCREENING_PAGES,
} from '../../resolvers/screening/list-screenings.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { countedConnection } from '../base/counted-connection.ts';
import { ParticipantType } from '../business/participant.ts';
import { pageCost } from '../limits/field-cost.ts';
import { ScreeningType } from './screening.ts';
import { ScreeningOutcomeEnum, ScreeningTriggerEnum } from './screening-words.ts';

const ScreeningFilter = builder.inputType('ScreeningFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    participantDatabaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id of the participant. v4 `participantes[].id`.',
    }),
    outcome: t.field({ type: ScreeningOutcomeEnum, description: 'What came of it.' }),
    trigger: t.field({ type: ScreeningTriggerEnum, description: 'Why it was done.' }),
    list: t.string({ description: 'The code of a list that was to be looked at.' }),
    createdSince: t.field({
      type: 'DateTime',
      description: 'Made at this instant or later.',
    }),
    createdBefore: t.field({
      type: 'DateTime',
      description: 'Made before this instant.',
    }),
  }),
});

const ScreeningConnection = countedConnection(ScreeningType, 'Screening');

builder.queryField('screenings', (t) =>
  t.field({
    type: ScreeningConnection,
    description:
      'The screenings of the service, the newest first. Pages of 20, at most 100. Needs the scope screening:read.',
    complexity: (args) => pageCost(args, RECORD_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: ScreeningFilter, description: 'Which screenings; all, left out.' }),
    },
    validate: { schema: checksOf(listScreeningsInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countScreenings(ctx, args.filter);
      return Object.assign(await listScreenings(ctx, args), { count });
    },
  }),
);

builder.objectField(ParticipantType, 'screenings', (t) =>
  t.field({
    type: ScreeningConnection,
    description:
      'When the participant was looked for in lists, the newest first. Pages of 5, at most 20; those of many participants are read at once. Needs the scope screening:read. v4 `screenings`, the newest 20.',
    complexity: (args) => pageCost(args, PARTICIPANT_SCREENING_PAGES),
    args: t.arg.connectionArgs(),
    validate: { schema: checksOf(pageInput) },
    resolve: async ({ id }, args, ctx) => {
      const count = async () => await countScreeningsOf(ctx, id);
      return Object.assign(await listScreeningsOf(ctx, id, args), { count });
    },
  }),
);
