import type { SectionShorthand } from './expand-section.ts';

export const GENERAL: SectionShorthand = {
  key: 'general',
  title: 'Datos generales',
  fields: [
    { key: 'full_name', label: 'Nombre completo', isRequired: true, stored: 'fullName' },
    { key: 'curp', label: 'CURP', isRequired: true, stored: 'curp', read: 'curp' },
    { key: 'rfc', label: 'RFC', stored: 'rfc', read: 'rfc' },
    {
      key: 'nss',
      label: 'Número de seguridad social (NSS)',
      ask: '¿Cuál es su número de seguridad social?',
    },
    {
      key: 'birth_date',
      label: 'Fecha de nacimiento',
      kind: 'date',
      isRequired: true,
      stored: 'birthDate',
      read: 'birthDate',
    },
    { key: 'nationality', label: 'Nacionalidad', stored: 'nationality', read: 'nationality' },
    {
      key: 'birth_place',
      label: 'Lugar de nacimiento',
      ask: '¿En qué municipio y estado nació?',
    },
    {
      key: 'civil_status',
      label: 'Estado civil',
      ask: '¿Cuál es su estado civil?',
      stored: 'civilStatus',
    },
    {
      key: 'phone',
      label: 'Teléfono',
      isRequired: true,
      stored: 'phone',
      ask: '¿A qué teléfono se le puede llamar?',
    },
    { key: 'email', label: 'Correo electrónico', stored: 'email' },
    {
      key: 'children',
      label: 'Hijas e hijos',
      kind: 'count',
      ask: '¿Cuántas hijas e hijos tiene?',
    },
  ],
};

/** Spanish names of document kinds. */
const DOCUMENT_WORDS = {
  tax_status_certificate: 'Constancia de situación fiscal',
  ine_front: 'Credencial INE, frente',
  ine_back: 'Credencial INE, reverso',
  passport: 'Pasaporte',
  curp: 'Constancia de CURP',
  cfdi: 'Factura (CFDI)',
  proof_of_address: 'Comprobante de domicilio',
  articles_of_incorporation: 'Acta constitutiva',
  unknown: 'Otro documento',
};

export const DOCUMENTS: SectionShorthand = {
  key: 'documents',
  title: 'Documentación cotejada',
  fields: [
    {
      key: 'originals_seen',
      label: 'Se mostraron los originales',
      kind: 'yes_no',
      ask: '¿Mostró los originales de sus documentos?',
    },
    {
      key: 'remarks',
      label: 'Observaciones',
      ask: '¿Qué observaciones hay sobre sus documentos?',
    },
  ],
  groups: [
    {
      key: 'documents',
      label: 'Documentos leídos',
      rowsFrom: 'documents',
      columns: [
        {
          key: 'kind',
          label: 'Documento',
          kind: 'choice',
          choices: DOCUMENT_WORDS,
          feed: { kind: 'document', part: 'kind' },
        },
        {
          key: 'read_on',
          label: 'Leído el',
          kind: 'date',
          feed: { kind: 'document', part: 'readOn' },
        },
        {
          key: 'needs_review',
          label: 'Requiere revisión',
          kind: 'yes_no',
          feed: { kind: 'document', part: 'needsReview' },
        },
      ],
    },
  ],
};

export const EDUCATION: SectionShorthand = {
  key: 'education',
  title: 'Escolaridad',
  fields: [
    {
      key: 'level',
      label: 'Último grado de estudios',
      kind: 'choice',
      isRequired: true,
      choices: {
        none: 'Ninguno',
        primary: 'Primaria',
        secondary: 'Secundaria',
        upper_secondary: 'Preparatoria o bachillerato',
        technical: 'Carrera técnica',
        bachelor: 'Licenciatura',
        postgraduate: 'Posgrado',
      },
      ask: '¿Cuál es su último grado de estudios?',
    },
    { key: 'school', label: 'Institución', ask: '¿En qué institución lo cursó?' },
    {
      key: 'certificate',
      label: 'Tiene comprobante',
      kind: 'yes_no',
      ask: '¿Tiene certificado, título o cédula de esos estudios?',
    },
    { key: 'current_studies', label: 'Estudios actuales', ask: '¿Qué estudia actualmente?' },
    { key: 'languages', label: 'Idiomas', ask: '¿Qué idiomas o lenguas habla?' },
  ],
};

export const HEALTH: SectionShorthand = {
  key: 'health',
  title: 'Salud',
  fields: [
    {
      key: 'health_service',
      label: 'Servicio médico',
      kind: 'choice',
      choices: {
        imss: 'IMSS',
        issste: 'ISSSTE',
        imss_bienestar: 'IMSS-Bienestar',
        private: 'Privado',
        other: 'Otro',
        none: 'Ninguno',
      },
      ask: '¿Qué servicio médico tiene?',
    },
    {
      key: 'general_state',
      label: 'Estado general',
      kind: 'choice',
      choices: { good: 'Bueno', fair: 'Regular', poor: 'Malo' },
      ask: '¿Cómo es su estado de salud: bueno, regular o malo?',
    },
    {
      key: 'conditions',
      label: 'Padecimientos',
      ask: '¿Qué padecimientos o tratamientos tiene en el hogar?',
    },
    {
      key: 'disability',
      label: 'Discapacidad en el hogar',
      kind: 'yes_no',
      ask: '¿Vive en su hogar una persona con discapacidad?',
    },
  ],
};
