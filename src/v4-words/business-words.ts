import { createPathTranslator } from './create-path-translator.ts';

/**
 * v4 path of each member of a business in a request or an import, with the path in the input of `upsertBusiness`. `*`
 * stands for any index of a list.
 */
export const BUSINESS_WORDS = {
  id_negocio: 'externalId',
  cod_negocio: 'code',
  business_name: 'name',
  responsible_user: 'responsibleUser',
  'responsible_user.name': 'responsibleUser.givenName',
  'responsible_user.first_last_name': 'responsibleUser.paternalSurname',
  'responsible_user.second_last_name': 'responsibleUser.maternalSurname',
  'responsible_user.email': 'responsibleUser.email',
  participantes: 'participants',
  'participantes.*': 'participants.*',
  'participantes.*.id_persona': 'participants.*.externalPersonId',
  'participantes.*.tipo_per': 'participants.*.personType',
  'participantes.*.nombre': 'participants.*.name',
  'participantes.*.apellido_paterno': 'participants.*.paternalSurname',
  'participantes.*.apellido_materno': 'participants.*.maternalSurname',
  'participantes.*.email': 'participants.*.email',
  'participantes.*.codigo_telefonico': 'participants.*.phone.countryCode',
  'participantes.*.telefono': 'participants.*.phone.number',
  'participantes.*.mod_carga': 'participants.*.registrationMode',
  'participantes.*.roles': 'participants.*.roles',
  'participantes.*.roles.*': 'participants.*.roles.*',
  'participantes.*.juridical_folio': 'participants.*.legalActFolio',
  'participantes.*.folio_acto_juridico': 'participants.*.legalActFolio',
  'participantes.*.rfc': 'participants.*.personalInformation.rfc',
  'participantes.*.curp': 'participants.*.personalInformation.curp',
  'participantes.*.fecha_constitucion':
    'participants.*.personalInformation.birthOrConstitutionDate',
  'participantes.*.fecha_nacimiento': 'participants.*.personalInformation.birthOrConstitutionDate',
  'participantes.*.nacionalidad': 'participants.*.personalInformation.nationality',
  'participantes.*.pais_nacimiento': 'participants.*.personalInformation.countryOfBirth',
  'participantes.*.estado_civil': 'participants.*.personalInformation.civilStatus',
  'participantes.*.actividad_economica': 'participants.*.personalInformation.economicActivity',
  'participantes.*.domicilio': 'participants.*.personalInformation.address',
  'participantes.*.domicilio.calle': 'participants.*.personalInformation.address.street',
  'participantes.*.domicilio.numero_exterior':
    'participants.*.personalInformation.address.exteriorNumber',
  'participantes.*.domicilio.numero_interior':
    'participants.*.personalInformation.address.interiorNumber',
  'participantes.*.domicilio.colonia': 'participants.*.personalInformation.address.neighborhood',
  'participantes.*.domicilio.municipio': 'participants.*.personalInformation.address.municipality',
  'participantes.*.domicilio.ciudad': 'participants.*.personalInformation.address.city',
  'participantes.*.domicilio.estado': 'participants.*.personalInformation.address.state',
  'participantes.*.domicilio.codigo_postal':
    'participants.*.personalInformation.address.postalCode',
  'participantes.*.domicilio.pais': 'participants.*.personalInformation.address.country',
  'participantes.*.matches': 'participants.*.matches',
  'participantes.*.matches.*': 'participants.*.matches.*',
  'participantes.*.matches.*.list': 'participants.*.matches.*.sourceCode',
  'participantes.*.matches.*.match_id': 'participants.*.matches.*.externalId',
  'participantes.*.matches.*.status': 'participants.*.matches.*.state',
  'participantes.*.tipo_doctos': 'participants.*.requestedDocumentTypes',
  'participantes.*.tipo_doctos.*': 'participants.*.requestedDocumentTypes.*',
} as const satisfies Record<string, string>;

/** Converts a path in the input of `upsertBusiness` to the v4 path. */
export const toV4BusinessPath: (path: readonly string[]) => string[] =
  createPathTranslator(BUSINESS_WORDS);
