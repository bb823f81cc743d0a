/** The same said in the words of each wire. */
export type Said = { what: string; graph: object; v4: object };

const RFC = 'RILE850313AB1';
const ADDRESS = { street: 'Reforma', exteriorNumber: '1', postalCode: null, country: '' };
const DOMICILIO = { calle: 'Reforma', numero_exterior: '1', codigo_postal: null, pais: '' };

const OF_PERSONS: Said[] = [
  { what: 'nothing but what is needed', graph: {}, v4: {} },
  {
    what: 'names and texts',
    graph: {
      paternalSurname: 'Luna',
      maternalSurname: '',
      email: 'ana@example.test',
      registrationMode: 'API',
      roles: ['FIDEICOMITENTE'],
      legalActFolio: '7',
    },
    v4: {
      apellido_paterno: 'Luna',
      apellido_materno: '',
      email: 'ana@example.test',
      mod_carga: 'API',
      roles: ['FIDEICOMITENTE'],
      folio_acto_juridico: '7',
    },
  },
  {
    what: 'what is removed',
    graph: { paternalSurname: null, email: '', registrationMode: null, roles: null },
    v4: { apellido_paterno: null, email: '', mod_carga: null, roles: null },
  },
  {
    what: 'a folio in its other spelling',
    graph: { legalActFolio: '8' },
    v4: { juridical_folio: '8' },
  },
  {
    what: 'a telephone number',
    graph: { phone: { countryCode: '52', number: '5500000000' } },
    v4: { codigo_telefonico: '52', telefono: '5500000000' },
  },
  {
    what: 'a part of a telephone number',
    graph: { phone: { number: '5500000000' } },
    v4: { telefono: '5500000000' },
  },
  {
    what: 'no telephone number',
    graph: { phone: null },
    v4: { codigo_telefonico: null, telefono: null },
  },
  {
    what: 'a little personal information',
    graph: { personalInformation: { rfc: RFC } },
    v4: { rfc: RFC },
  },
  {
    what: 'personal information',
    graph: {
      personalInformation: {
        rfc: RFC,
        curp: null,
        birthOrConstitutionDate: '1985-03-13',
        nationality: 'Mexicana',
        countryOfBirth: 'México',
        civilStatus: 'Soltera',
        economicActivity: '',
        address: ADDRESS,
      },
    },
    v4: {
      rfc: RFC,
      curp: null,
      fecha_nacimiento: '1985-03-13',
      nacionalidad: 'Mexicana',
      pais_nacimiento: 'México',
      estado_civil: 'Soltera',
      actividad_economica: '',
      domicilio: DOMICILIO,
    },
  },
  {
    what: 'a day that is removed',
    graph: { personalInformation: { birthOrConstitutionDate: null, address: null } },
    v4: { fecha_nacimiento: '', domicilio: null },
  },
  {
    what: 'a legal entity',
    graph: {
      personType: 'LEGAL_ENTITY',
      personalInformation: { birthOrConstitutionDate: '2001-02-03' },
    },
    v4: { tipo_per: 'MOR', fecha_constitucion: '2001-02-03' },
  },
  {
    what: 'matches',
    graph: {
      matches: [
        { sourceCode: 'OFAC', externalId: 'm-1' },
        { sourceCode: 'OFAC', externalId: 'm-2', state: 'TRUE_MATCH' },
        { sourceCode: 'OFAC', externalId: 'm-3', state: null },
      ],
    },
    v4: {
      matches: [
        { list: 'OFAC', match_id: 'm-1' },
        { list: 'OFAC', match_id: 'm-2', status: 'TRUE_MATCH' },
        { list: 'OFAC', match_id: 'm-3', status: null },
      ],
    },
  },
  { what: 'no matches', graph: { matches: null }, v4: { matches: null } },
  {
    what: 'types of documents',
    graph: { requestedDocumentTypes: ['INE', 'INE', 'CSF'] },
    v4: { tipo_doctos: ['INE', 'INE', 'CSF'] },
  },
  { what: 'no type of a document', graph: {}, v4: { tipo_doctos: null } },
];

const OF_BUSINESSES: Said[] = [
  { what: 'a name', graph: { name: 'Uno' }, v4: { business_name: 'Uno' } },
  { what: 'a name that is removed', graph: { name: null }, v4: { business_name: null } },
  {
    what: 'a responsible user',
    graph: {
      responsibleUser: { givenName: 'Irene', maternalSurname: '', email: 'irene@example.test' },
    },
    v4: { responsible_user: { name: 'Irene', second_last_name: '', email: 'irene@example.test' } },
  },
  {
    what: 'no responsible user',
    graph: { responsibleUser: null },
    v4: {
      responsible_user: { name: '', first_last_name: '', second_last_name: '', email: '' },
    },
  },
];

const PERSON = { externalPersonId: 9, personType: 'NATURAL_PERSON', name: 'Ana' };
const PERSONA = { id_persona: 9, tipo_per: 'FIS', nombre: 'Ana' };

/** A business of this id of the provider, with more said of it. */
export function sayBusiness(id: number, { graph, v4 }: Omit<Said, 'what'>): Omit<Said, 'what'> {
  return {
    graph: { externalId: id, code: `F/${id}`, participants: [], ...graph },
    v4: { id_negocio: id, cod_negocio: `F/${id}`, participantes: [], ...v4 },
  };
}

/** Every case as a business of its own. */
export const UPSERTS_SAID: Said[] = [
  ...OF_PERSONS.map(({ what, graph, v4 }) => ({
    what,
    graph: { participants: [{ ...PERSON, ...graph }] },
    v4: { participantes: [{ ...PERSONA, ...v4 }] },
  })),
  ...OF_BUSINESSES,
].map((one, place) => ({ what: one.what, ...sayBusiness(100 + place, one) }));
