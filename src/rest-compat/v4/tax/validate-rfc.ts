import { z } from 'zod';
import type { RfcKind } from '../../../domain/tax/rfc.ts';
import { RFC_ERRORS, RFC_WARNINGS, type RfcValidation } from '../../../domain/tax/validate-rfc.ts';
import { validateRfcInput } from '../../../resolvers/tax/inputs.ts';
import { validateRfc } from '../../../resolvers/tax/validate-rfc.ts';
import {
  findListSummary,
  type RfcListSummary,
} from '../../../resolvers/taxpayers/find-list-summary.ts';
import {
  PERSON_TYPE_CODES,
  PERSON_TYPES_BY_CODE,
  personTypeSchema,
} from '../../../v4-words/person-type.ts';
import { issueOptions } from '../../../validation/input-issues.ts';
import { succeed } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { envelopeSchema } from '../common/wire.ts';
import { VERDICTS, verdictSchema } from '../taxpayers/verdicts.ts';

const VALIDATED = 'RFC validated in form only. The SAT registry was not consulted';

const { rfc, name, birthOrConstitutionDate, curp, strict } = validateRfcInput.shape;
/** In v4, empty text means no value. */
const daySchema = z.union([z.literal(''), birthOrConstitutionDate]);
const wireSchema = z
  .strictObject({
    rfc,
    tipo_per: personTypeSchema.nullish(),
    nombre: name,
    apellido_paterno: name,
    apellido_materno: name,
    fecha_nacimiento: daySchema,
    fecha_constitucion: daySchema,
    curp,
    strict,
    include_listed: z
      .boolean()
      .nullish()
      .describe('True to look the RFC up in the lists of the SAT. Defaults to false.'),
  })
  .refine((wire) => !wire.fecha_nacimiento || !wire.fecha_constitucion, {
    path: ['fecha_constitucion'],
    ...issueOptions('contradicts', 'Must not be sent with the other date'),
  })
  .meta({ id: 'RfcRequest' });

const KIND_CODES = {
  ...PERSON_TYPE_CODES,
  generic: 'GENERIC',
  foreign: 'FOREIGN',
} as const satisfies Record<RfcKind, string>;

const matchSchema = z.boolean().nullable();
const checkDigitSchema = z
  .object({ expected: z.string(), actual: z.string(), ok: z.boolean() })
  .meta({ id: 'RfcCheckDigit' });
const coherenceSchema = z
  .object({
    name_prefix: matchSchema,
    full_rfc_match: matchSchema,
    date_match: matchSchema,
    curp_date_match: matchSchema,
  })
  .meta({
    id: 'RfcCoherence',
    description:
      'Consistency of the RFC with the other fields of the request. A field is null when it cannot be determined.',
  });
const listedSchema = z
  .object({ sat69: z.boolean().nullable(), sat69b: verdictSchema.nullable() })
  .meta({
    id: 'RfcListed',
    description:
      'Summary of the lists of the SAT that contain the RFC today. A field is null when it cannot be determined. The whole object is null unless `include_listed` is true and the caller has the scope `list:read`, when no field can be determined, and for an RFC that is generic or malformed.',
  });
const dataSchema = z
  .object({
    rfc: z.string(),
    normalized: z.string(),
    valid: z.boolean(),
    tipo_per: z.enum(KIND_CODES).meta({ id: 'RfcKind' }).nullable(),
    date: z.iso.date().nullable(),
    century_ambiguous: z.boolean(),
    possible_dates: z.array(z.iso.date()),
    check_digit: checkDigitSchema.nullable(),
    forbidden_word: z.boolean(),
    errors: z.array(z.enum(RFC_ERRORS).meta({ id: 'RfcError' })),
    warnings: z.array(z.enum(RFC_WARNINGS).meta({ id: 'RfcWarning' })),
    coherence: coherenceSchema,
    listed: listedSchema.nullable(),
  })
  .meta({ id: 'RfcValidation' });

/** v4: Validate RFC. The v4 document specifies neither path nor bodies; see docs/guide/lists.md. */
export const validateRfcRoute: Route = {
  method: 'POST',
  path: '/api/v4/rfc/validate',
  caller: 'user',
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = parseBody(wireSchema, body);
    const validation = validateRfc(ctx, {
      rfc: wire.rfc,
      personType: wire.tipo_per && PERSON_TYPES_BY_CODE[wire.tipo_per],
      name: wire.nombre,
      paternalSurname: wire.apellido_paterno,
      maternalSurname: wire.apellido_materno,
      birthOrConstitutionDate: wire.fecha_nacimiento || wire.fecha_constitucion,
      curp: wire.curp,
      strict: wire.strict,
    });
    const listed = wire.include_listed ? await findListSummary(ctx, validation.normalized) : null;
    return succeed(encode(validation, listed), VALIDATED);
  },
  description: {
    operationId: 'validateRfc',
    tag: 'Tax',
    summary: 'Validate RFC: format only, not registration',
    description:
      'Validates the format, the date and the check digit of an RFC, and its consistency with the name, the date and the CURP in the request. No registry is consulted and nothing is stored. With `include_listed` and the scope `list:read`, the RFC is looked up in the loaded lists of the SAT.',
    scopes: ['tax:validate'],
    body: {
      schema: wireSchema,
      isRequired: true,
      examples: {
        legalEntity: { summary: 'RFC of a legal entity', value: { rfc: 'EKU9003173C9' } },
        person: {
          summary: 'RFC of a natural person, compared with name and birth date',
          value: {
            rfc: 'COSC8001137N9',
            tipo_per: 'FIS',
            nombre: 'Carlos',
            apellido_paterno: 'Cortés',
            apellido_materno: 'Sánchez',
            fecha_nacimiento: '1980-01-13',
          },
        },
        listed: {
          summary: 'RFC with its entries in the lists of the SAT',
          value: { rfc: 'CIE150318QX5', include_listed: true },
        },
      },
    },
    responses: [
      {
        status: 200,
        description: `${VALIDATED}. An invalid RFC is a result too: \`valid\` is false.`,
        schema: envelopeSchema('RfcValidation', dataSchema),
      },
    ],
  },
};

function encode(
  validation: RfcValidation,
  listed: RfcListSummary | null,
): z.infer<typeof dataSchema> {
  const { namePrefix, fullRfcMatch, dateMatch, curpDateMatch } = validation.coherence;
  return {
    rfc: validation.rfc,
    normalized: validation.normalized,
    valid: validation.valid,
    tipo_per: validation.kind && KIND_CODES[validation.kind],
    date: validation.date,
    century_ambiguous: validation.centuryAmbiguous,
    possible_dates: validation.possibleDates,
    check_digit: validation.checkDigit,
    forbidden_word: validation.forbiddenWord,
    errors: validation.errors,
    warnings: validation.warnings,
    coherence: {
      name_prefix: namePrefix,
      full_rfc_match: fullRfcMatch,
      date_match: dateMatch,
      curp_date_match: curpDateMatch,
    },
    listed: listed && { sat69: listed.sat69, sat69b: listed.sat69b && VERDICTS[listed.sat69b] },
  };
}
