import { z } from 'zod';
import { RECORDED_MODES } from '../../domain/business/completion.ts';
import { idSchema } from '../common/common-inputs.ts';
import { pageInput } from '../common/paging.ts';

const receiptFilter = z.object({
  businessDatabaseId: idSchema.nullish(),
  completedByUserId: idSchema.nullish(),
  deleteMode: z.enum(RECORDED_MODES).nullish(),
  completedSince: z.date().nullish(),
  completedBefore: z.date().nullish(),
});

export const listReceiptsInput = pageInput.extend({ filter: receiptFilter.nullish() });
export type ListReceiptsInput = z.infer<typeof listReceiptsInput>;
