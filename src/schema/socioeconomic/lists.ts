import { pageInput } from '../../resolvers/common/paging.ts';
import {
  countConsentsOf,
  countReportsOf,
  listConsentsOf,
  listReportsOf,
  REPORT_PAGES,
} from '../../resolvers/socioeconomic/list-own.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { countedConnection } from '../base/counted-connection.ts';
import { ParticipantType } from '../business/participant.ts';
import { pageCost } from '../limits/field-cost.ts';
import { ConsentType } from './consent.ts';
import { SocioeconomicReportType } from './report.ts';

const ReportConnection = countedConnection(SocioeconomicReportType, 'SocioeconomicReport');
const ConsentConnection = countedConnection(ConsentType, 'Consent');

builder.objectField(ParticipantType, 'socioeconomicReports', (t) =>
  t.field({
    type: ReportConnection,
    description:
      'Socioeconomic reports on the participant, newest first. A page has 5 items by default, at most 20. Requires scope `report:read`.',
    complexity: (args) => pageCost(args, REPORT_PAGES),
    args: t.arg.connectionArgs(),
    validate: { schema: createChecks(pageInput) },
    resolve: async ({ id }, args, ctx) => {
      const count = async () => await countReportsOf(ctx, id);
      return Object.assign(await listReportsOf(ctx, id, args), { count });
    },
  }),
);

builder.objectField(ParticipantType, 'consents', (t) =>
  t.field({
    type: ConsentConnection,
    description:
      'Consents of the participant, newest first. A page has 5 items by default, at most 20. Requires scope `report:read`.',
    complexity: (args) => pageCost(args, REPORT_PAGES),
    args: t.arg.connectionArgs(),
    validate: { schema: createChecks(pageInput) },
    resolve: async ({ id }, args, ctx) => {
      const count = async () => await countConsentsOf(ctx, id);
      return Object.assign(await listConsentsOf(ctx, id, args), { count });
    },
  }),
);
