/** Valid body of POST /api/v4/fiduciary/requests. */
export const FIDUCIARY_REQUEST = {
  id_negocio: 123,
  cod_negocio: 'F/1234',
  business_name: 'Fideicomiso',
  responsible_user: { name: '', first_last_name: '', second_last_name: '', email: '' },
  participantes: [
    {
      id_persona: 55,
      tipo_per: 'FIS',
      nombre: 'Ana',
      apellido_paterno: 'Luna',
      apellido_materno: '',
      email: '',
      codigo_telefonico: '52',
      telefono: '5500000000',
      mod_carga: 'API',
      roles: ['FIDEICOMITENTE'],
      folio_acto_juridico: null,
      tipo_doctos: ['INE', 'CSF'],
      matches: [{ list: 'OFAC', match_id: 'm-1' }],
    },
  ],
};

/** Valid body of POST /api/v4/fiduciary/person/matches/resolved, for the match of FIDUCIARY_REQUEST. */
export const DECISION = {
  id_persona: 55,
  resolution: 'FALSE_POSITIVE',
  reason: 'homonym',
  note: 'Another person of this name',
  reviewer: { name: 'Irene', email: 'irene@example.test' },
  matches: [{ match_id: 'm-1', list: 'OFAC' }],
  resolved_at: '2026-01-02T03:04:05-06:00',
};
