import { RECORD_PAGES } from '../../resolvers/common/newest-first.ts';
import { pageInput } from '../../resolvers/common/paging.ts';
import {
  countScreenings,
  countScreeningsOfParticipant,
  listScreenings,
  listScreeningsInput,
  listScreeningsOfParticipant,
  PARTICIPANT_SCREENING_PAGES,
} from '../../resolvers/screening/list-screenings.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { createCountedConnection } from '../base/counted-connection.ts';
import { ParticipantType } from '../business/participant.ts';
import { pageCost } from '../limits/field-cost.ts';
import { ScreeningType } from './screening.ts';
import { ScreeningOutcomeEnum, ScreeningTriggerEnum } from './screening-enums.ts';

const ScreeningFilter = builder.inputType('ScreeningFilter', {
  description: 'Filter for screenings. All given conditions must match.',
  fields: (t) => ({
    participantDatabaseId: t.field({
      type: 'SafeInt',
      description: '`databaseId` of the participant. v4: `participantes[].id`.',
    }),
    outcome: t.field({ type: ScreeningOutcomeEnum, description: 'Outcome of the screening.' }),
    trigger: t.field({ type: ScreeningTriggerEnum, description: 'Cause of the screening.' }),
    list: t.string({
      description:
        'Code of a list that was requested for the screening, whether or not the list was loaded.',
    }),
    createdSince: t.field({
      type: 'DateTime',
      description: 'Matches screenings made at or after this time.',
    }),
    createdBefore: t.field({
      type: 'DateTime',
      description: 'Matches screenings made before this time.',
    }),
  }),
});

const ScreeningConnection = createCountedConnection(ScreeningType, 'Screening');

builder.queryField('screenings', (t) =>
  t.field({
    type: ScreeningConnection,
    description:
      'Screenings of the service, newest first. A page has 20 items by default, at most 100. Requires scope `screening:read`.',
    complexity: (args) => pageCost(args, RECORD_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: ScreeningFilter,
        description: 'Filter for the screenings to return. Defaults to all screenings.',
      }),
    },
    validate: { schema: createChecks(listScreeningsInput) },
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
      'Screenings of the participant, newest first. A page has 5 items by default, at most 20. Requires scope `screening:read`. v4: `screenings`, the newest 20.',
    complexity: (args) => pageCost(args, PARTICIPANT_SCREENING_PAGES),
    args: t.arg.connectionArgs(),
    validate: { schema: createChecks(pageInput) },
    resolve: async ({ id }, args, ctx) => {
      const count = async () => await countScreeningsOfParticipant(ctx, id);
      return Object.assign(await listScreeningsOfParticipant(ctx, id, args), { count });
    },
  }),
);
