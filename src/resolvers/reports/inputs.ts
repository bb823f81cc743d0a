import { z } from 'zod';
import { rule } from '../../issues/input-issues.ts';
import { text } from '../common/common-inputs.ts';

const REPORT_LENGTH_MAX = 1_000_000;
const SIGNATURE_LENGTH_MAX = 2000;

export const verifyReportInput = z
  .object({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, { message: 'Must be 64 hexadecimal digits' })
      .nullish(),
    report: text(REPORT_LENGTH_MAX).nullish(),
    signature: text(SIGNATURE_LENGTH_MAX).nullish(),
  })
  .refine(
    ({ sha256, report }) => ((sha256 ?? null) === null) !== ((report ?? null) === null),
    rule('exactly_one', 'Exactly one of sha256 and report must be given'),
  );
export type VerifyReportInput = z.infer<typeof verifyReportInput>;
