import { z } from 'zod';
import { isBlank } from '../../../domain/business/merge-text.ts';
import {
  type GenerateReportInput,
  generateReportInput,
} from '../../../resolvers/reports/inputs.ts';
import { screenedPersonSchema } from '../../../resolvers/screening/screen-inputs.ts';
import { createPathTranslator } from '../../../v4-words/create-path-translator.ts';
import { PERSON_TYPES_BY_CODE, personTypeSchema } from '../../../v4-words/person-type.ts';
import { parseInput } from '../../../validation/validate.ts';
import type { RouteFailure } from '../../route.ts';
import { QUOTA_EXCEEDED } from '../common/quota-failure.ts';
import { idSchema } from '../common/wire.ts';
import { formatSchema } from './report-words.ts';

const person = screenedPersonSchema.shape;
const { threshold } = generateReportInput.shape;

export const reportRequestSchema = z
  .strictObject({
    tipo_per: personTypeSchema.nullish(),
    nombre: person.name,
    apellido_paterno: person.paternalSurname,
    apellido_materno: person.maternalSurname,
    fecha_nacimiento: z.union([z.literal(''), person.birthDate]).optional(),
    rfc: person.rfc,
    curp: person.curp,
    pais: person.country,
    id_persona: idSchema
      .nullish()
      .describe('Participant to screen, instead of a person described in the request.'),
    threshold: threshold.describe(
      'Score from which a match is an alert, 0.5 to 1. Defaults to 0.85.',
    ),
    format: formatSchema.nullish().describe('Format of the report. Defaults to `json`.'),
  })
  .meta({ id: 'ReportRequest' });
type Wire = z.infer<typeof reportRequestSchema>;

export const toReportPath: (path: readonly string[]) => string[] = createPathTranslator({
  tipo_per: 'person.personType',
  nombre: 'person.name',
  apellido_paterno: 'person.paternalSurname',
  apellido_materno: 'person.maternalSurname',
  fecha_nacimiento: 'person.birthDate',
  rfc: 'person.rfc',
  curp: 'person.curp',
  pais: 'person.country',
  id_persona: 'participant',
});

/** Converts the request to the input of the operation. Throws AppError `invalid_input` for violations of its rules. */
export function decodeReportRequest(wire: Wire): GenerateReportInput {
  const { id_persona, threshold: scoreMin, format: reportFormat, ...describedPerson } = wire;
  const isPersonDescribed = Object.values(describedPerson).some((value) => !isBlank(value));
  return parseInput(generateReportInput, {
    externalPersonId: id_persona,
    person: isPersonDescribed || !id_persona ? decodePerson(wire) : undefined,
    threshold: scoreMin,
    format: reportFormat,
  });
}

function decodePerson(wire: Wire): object {
  return {
    personType: wire.tipo_per ? PERSON_TYPES_BY_CODE[wire.tipo_per] : undefined,
    name: wire.nombre,
    paternalSurname: wire.apellido_paterno,
    maternalSurname: wire.apellido_materno,
    birthDate: wire.fecha_nacimiento || undefined,
    rfc: wire.rfc,
    curp: wire.curp,
    country: wire.pais,
  };
}

export const REPORT_FAILURES: readonly RouteFailure[] = [
  {
    id: 'ScreenedListsUnavailable',
    status: 503,
    description: 'The lists are not loaded, or files cannot be stored. Nothing was screened.',
  },
  QUOTA_EXCEEDED,
];
