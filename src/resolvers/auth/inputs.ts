import { z } from 'zod';
import { EMAIL_LENGTH_MAX, text } from '../common/common-inputs.ts';

/** E-mail address to look a user up. Its format is not checked, because it only has to equal a stored one. */
export const issueAccessTokenInput = z.strictObject({ email: text(EMAIL_LENGTH_MAX).min(1) });
export type IssueAccessTokenInput = z.infer<typeof issueAccessTokenInput>;
