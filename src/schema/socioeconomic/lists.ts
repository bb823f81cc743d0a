import { pageInput } from '../../resolvers/common/paging.ts';
import {
  countParticipantConsents,
  countParticipantReports,
  listParticipantConsents,
  listParticipantReports,
  PAGE_BOUNDS,
} from '../../resolvers/socioeconomic/list-reports-and-consents.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { createCountedConnection } from '../base/counted-connection.ts';
import { ParticipantType } from '../business/participant.ts';
import { pageCost } from '../limits/field-cost.ts';
import { ConsentType } from './consent.ts';
import { SocioeconomicReportType } from './report.ts';

const ReportConnection = createCountedConnection(SocioeconomicReportType, 'SocioeconomicReport');
const ConsentConnection = createCountedConnection(ConsentType, 'Consent');

builder.objectField(ParticipantType, 'socioeconomicReports', (t) =>
  t.field({
    type: ReportConnection,
    description:
      'Socioeconomic reports on the participant, newest first. A page has 5 items by default, at most 20. Requires scope `report:read`.',
    complexity: (args) => pageCost(args, PAGE_BOUNDS),
    args: t.arg.connectionArgs(),
    validate: { schema: createChecks(pageInput) },
    resolve: async ({ id }, args, ctx) => {
      const count = async () => await countParticipantReports(ctx, id);
      return Object.assign(await listParticipantReports(ctx, id, args), { count });
    },
  }),
);

builder.objectField(ParticipantType, 'consents', (t) =>
  t.field({
    type: ConsentConnection,
    description:
      'Consents of the participant, newest first. A page has 5 items by default, at most 20. Requires scope `report:read`.',
    complexity: (args) => pageCost(args, PAGE_BOUNDS),
    args: t.arg.connectionArgs(),
    validate: { schema: createChecks(pageInput) },
    resolve: async ({ id }, args, ctx) => {
      const count = async () => await countParticipantConsents(ctx, id);
      return Object.assign(await listParticipantConsents(ctx, id, args), { count });
    },
  }),
);
