import { z } from 'zod';
import { findBusinessDetail } from '../../../resolvers/business/find-business-detail.ts';
import { decline, succeed } from '../../respond.ts';
import { parseIdQuery, type Route } from '../../route.ts';
import { idSchema, lookupSchema } from '../common/wire.ts';
import { businessSchema, encodeBusiness } from './encode-business.ts';

const FOUND = 'Business detail retrieved successfully';
const WITHOUT_DATA = 'Business without data';

const dataSchema = z.object({ business: businessSchema }).meta({ id: 'BusinessDetail' });

/** v4: Get business data with participants. */
export const businessDetail: Route = {
  method: 'GET',
  path: '/api/v4/business/detail',
  caller: 'user',
  hasSpecifiedBodies: true,
  faultMessage: 'Error fetching business detail',
  isFaultSpecified: true,
  handle: async (ctx, { query }) => {
    const detail = await findBusinessDetail(ctx, parseIdQuery(query));
    if (detail === undefined) return decline({}, WITHOUT_DATA);
    return succeed({ business: encodeBusiness(detail) }, FOUND);
  },
  description: {
    operationId: 'getBusinessDetail',
    tag: 'Businesses',
    summary: 'Get business data with participants',
    description:
      'Returns a business with all its participants and their requested documents. `success` is false when the service has no business with this id.',
    scopes: ['business:read'],
    parameters: [
      {
        name: 'id',
        in: 'query',
        schema: idSchema,
        description: 'Internal id of the business in the service.',
        example: 1,
      },
    ],
    responses: [
      {
        status: 200,
        description: `${FOUND}, or ${WITHOUT_DATA} with success false`,
        schema: lookupSchema('BusinessDetail', dataSchema),
      },
    ],
  },
};
