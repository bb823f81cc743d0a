/** One statement for each answer; text comes back, so that nothing is parsed on the way. */

const GRAPHQL_BUSINESS = `json_build_object(
  'databaseId', b.id, 'externalId', b.external_id, 'code', b.code, 'name', b.name,
  'responsibleUser', case when u.id is null then null else json_build_object(
    'givenName', u.given_name, 'paternalSurname', u.paternal_surname,
    'maternalSurname', u.maternal_surname, 'email', u.email) end,
  'participants', json_build_object('nodes', coalesce((
    select json_agg(json_build_object(
      'databaseId', p.id, 'externalPersonId', s.external_id,
      'personType', case p.person_type when 'legal' then 'LEGAL_ENTITY' else 'NATURAL_PERSON' end,
      'name', p.name, 'paternalSurname', p.paternal_surname, 'maternalSurname', p.maternal_surname,
      'email', p.email,
      'phone', case when p.phone_country_code is null and p.phone_number is null then null
        else json_build_object('countryCode', p.phone_country_code, 'number', p.phone_number) end,
      'registrationMode', p.registration_mode, 'hasPendingMatches', p.has_pending_matches,
      'roles', p.roles,
      'documents', coalesce((
        select json_agg(json_build_object('typeCode', d.type_code, 'downloadId', d.file_id)
          order by d.position)
        from documents d where d.service_id = 1 and d.participant_id = p.id), '[]')
    ) order by p.id)
    from participants p
    join persons s on s.service_id = p.service_id and s.id = p.person_id
    where p.service_id = 1 and p.business_id = b.id), '[]')))`;

export const GRAPHQL_BUSINESS_SQL = `
select json_build_object('data', json_build_object('business', ${GRAPHQL_BUSINESS}))::text
from businesses b
left join users u on u.service_id = b.service_id and u.id = b.responsible_user_id
where b.service_id = 1 and b.id = $1`;

export const GRAPHQL_LIST_SQL = `
select json_build_object('data', json_build_object('businesses', json_build_object(
  'nodes', json_agg(${GRAPHQL_BUSINESS} order by b.created_at desc, b.id desc))))::text
from (
  select * from businesses
  where service_id = 1 and (created_at, id) < ($2, $3)
  order by created_at desc, id desc limit $1
) b
left join users u on u.service_id = b.service_id and u.id = b.responsible_user_id`;

export const BUSINESS_DETAIL_SQL = `
select json_build_object('data', json_build_object('business', json_build_object(
  'id', b.id, 'id_negocio', b.external_id, 'cod_negocio', b.code,
  'business_name', coalesce(b.name, ''),
  'responsible_user', json_build_object(
    'name', coalesce(u.given_name, ''), 'first_last_name', coalesce(u.paternal_surname, ''),
    'second_last_name', coalesce(u.maternal_surname, ''), 'email', coalesce(u.email, '')),
  'participantes', coalesce((
    select json_agg(json_build_object(
      'id', p.id, 'id_persona', s.external_id,
      'tipo_per', case p.person_type when 'legal' then 'MOR' else 'FIS' end,
      'nombre', p.name, 'apellido_paterno', coalesce(p.paternal_surname, ''),
      'apellido_materno', coalesce(p.maternal_surname, ''), 'email', coalesce(p.email, ''),
      'codigo_telefonico', coalesce(p.phone_country_code, ''),
      'telefono', coalesce(p.phone_number, ''), 'mod_carga', p.registration_mode,
      'match_resolution_pending', p.has_pending_matches, 'roles', p.roles,
      'tipo_doctos', coalesce((
        select json_agg(json_build_object('cod_tipo_docto', d.type_code, 'id_descarga', d.file_id)
          order by d.position)
        from documents d where d.service_id = 1 and d.participant_id = p.id), '[]')
    ) order by p.id)
    from participants p
    join persons s on s.service_id = p.service_id and s.id = p.person_id
    where p.service_id = 1 and p.business_id = b.id), '[]'))),
  'message', 'Business detail retrieved successfully', 'success', true)::text
from businesses b
left join users u on u.service_id = b.service_id and u.id = b.responsible_user_id
where b.service_id = 1 and b.id = $1`;
