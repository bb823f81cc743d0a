import { z } from 'zod';
import { REPORT_FORMATS } from '../../domain/reports/screening-report.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { idSchema, text, WHEN_OBJECT } from '../common/common-inputs.ts';
import { screenedPersonSchema, screenInput } from '../screening/screen-inputs.ts';

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
    issueOptions('exactly_one', 'Exactly one of sha256 and report is required'),
  );
export type VerifyReportInput = z.infer<typeof verifyReportInput>;

const ONE_OF_BOTH =
  'Exactly one of the id of a known person and the data of another person is required';

/** Subject and format of a report. */
export const generateReportInput = z
  .object({
    /** Provider's id of a person. The newest participant of that person is screened. */
    externalPersonId: idSchema.nullish(),
    person: screenedPersonSchema.nullish(),
    threshold: screenInput.shape.threshold,
    format: z.enum(REPORT_FORMATS).nullish(),
  })
  .refine(({ externalPersonId, person }) => !externalPersonId !== !person, {
    ...issueOptions('exactly_one', ONE_OF_BOTH),
    ...WHEN_OBJECT,
  });
export type GenerateReportInput = z.infer<typeof generateReportInput>;
