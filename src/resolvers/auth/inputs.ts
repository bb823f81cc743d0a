import { z } from 'zod';
import { text } from '../common-inputs.ts';

/** RFC 3696's longest address; its form is not checked, because the service's users decide what matches. */
const EMAIL_LENGTH_MAX = 320;

export const issueAccessTokenInput = z.object({ email: text(EMAIL_LENGTH_MAX).min(1) });
export type IssueAccessTokenInput = z.infer<typeof issueAccessTokenInput>;
