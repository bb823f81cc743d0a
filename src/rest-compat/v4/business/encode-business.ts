import { z } from 'zod';
import type { ResponsibleUser } from '../../../domain/business/business.ts';
import type { RequestedDocument } from '../../../domain/files/document.ts';
import type { BusinessDetail } from '../../../resolvers/business/find-business-detail.ts';
import { PERSON_TYPE_CODES, personTypeSchema } from '../../../v4-words/person-type.ts';
import { idSchema } from '../common/wire.ts';

const documentSchema = z
  .object({
    cod_tipo_docto: z.string(),
    id_descarga: idSchema
      .nullable()
      .describe('Id of the attached file. Null until a file is attached.'),
  })
  .meta({ id: 'RequestedDocument' });

export const participantSchema = z
  .object({
    id: idSchema,
    id_persona: idSchema,
    tipo_per: personTypeSchema,
    nombre: z.string(),
    apellido_paterno: z.string(),
    apellido_materno: z.string(),
    email: z.string(),
    codigo_telefonico: z.string(),
    telefono: z.string(),
    mod_carga: z.string(),
    match_resolution_pending: z.boolean(),
    roles: z.array(z.string()),
    tipo_doctos: z.array(documentSchema),
  })
  .meta({ id: 'Participant' });

const responsibleUserSchema = z
  .object({
    name: z.string(),
    first_last_name: z.string(),
    second_last_name: z.string(),
    email: z.string(),
  })
  .meta({ id: 'ResponsibleUser' });

/** Schema of the v4 resource Business. The members are in the order of the tables in the v4 document. */
export const businessSchema = z
  .object({
    id: idSchema,
    id_negocio: idSchema,
    cod_negocio: z.string(),
    business_name: z.string(),
    responsible_user: responsibleUserSchema,
    participantes: z.array(participantSchema),
  })
  .meta({ id: 'Business' });

/** Encodes the v4 resource Business. Absent text is an empty string. */
export function encodeBusiness(business: BusinessDetail): z.infer<typeof businessSchema> {
  return {
    id: business.id,
    id_negocio: business.externalId,
    cod_negocio: business.code,
    business_name: business.name ?? '',
    responsible_user: encodeResponsibleUser(business.responsibleUser),
    participantes: business.participants.map(encodeParticipant),
  };
}

function encodeResponsibleUser(
  user: ResponsibleUser | null,
): z.infer<typeof responsibleUserSchema> {
  return {
    name: user?.givenName ?? '',
    first_last_name: user?.paternalSurname ?? '',
    second_last_name: user?.maternalSurname ?? '',
    email: user?.email ?? '',
  };
}

export function encodeParticipant(
  participant: BusinessDetail['participants'][number],
): z.infer<typeof participantSchema> {
  return {
    id: participant.id,
    id_persona: participant.externalPersonId,
    tipo_per: PERSON_TYPE_CODES[participant.personType],
    nombre: participant.name,
    apellido_paterno: participant.paternalSurname ?? '',
    apellido_materno: participant.maternalSurname ?? '',
    email: participant.email ?? '',
    codigo_telefonico: participant.phoneCountryCode ?? '',
    telefono: participant.phoneNumber ?? '',
    mod_carga: participant.registrationMode,
    match_resolution_pending: participant.hasPendingMatches,
    roles: participant.roles,
    tipo_doctos: participant.documents.map(encodeDocument),
  };
}

function encodeDocument(document: RequestedDocument): z.infer<typeof documentSchema> {
  return { cod_tipo_docto: document.typeCode, id_descarga: document.downloadId };
}
