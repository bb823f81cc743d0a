import { z } from 'zod';
import { EMAIL_LENGTH_MAX, text } from '../common/common-inputs.ts';

/** Its form is not checked, because the service's users decide what matches. */
export const issueAccessTokenInput = z.strictObject({ email: text(EMAIL_LENGTH_MAX).min(1) });
export type IssueAccessTokenInput = z.infer<typeof issueAccessTokenInput>;
