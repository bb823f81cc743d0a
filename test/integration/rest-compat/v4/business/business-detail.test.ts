import { describe, expect, it } from 'vitest';
import { makeBusiness } from '../../../../support/data/factories.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway();
const INVALID = {
  data: {},
  message: 'Invalid request',
  success: false,
  code_message: 'invalid_request',
};

async function get(query: string) {
  return await gateway.request('GET', `/api/v4/business/detail${query}`);
}

describe('GET /api/v4/business/detail', () => {
  it('200 answers every field of the document, in its order, with absent text as empty strings', async () => {
    const { db, service } = gateway;
    await db
      .updateTable('users')
      .set({ given_name: 'Lucía', paternal_surname: 'Robles', maternal_surname: null })
      .where('service_id', '=', service.serviceId)
      .execute();
    const business = await makeBusiness(db, service.serviceId, {
      externalId: 5_000_000_000,
      code: 'F/1001',
      name: null,
      responsibleUserId: service.userId,
      participants: [
        {
          personExternalId: 71,
          name: 'Ana',
          paternalSurname: 'Luna',
          maternalSurname: 'Paz',
          email: 'ana@example.test',
          phoneCountryCode: '+52',
          phoneNumber: '5555550001',
          registrationMode: 'layout',
          hasPendingMatches: true,
          roles: ['Fideicomitente', 'Beneficiario'],
          documents: [
            ['INE', 12],
            ['CSF', null],
            ['INE', null],
          ],
        },
        { personExternalId: 72, personType: 'legal', name: 'Notaría Sur, S.C.' },
      ],
    });
    const reply = await get(`?id=${business.id}`);
    expect(reply.status).toBe(200);
    expect(JSON.stringify(reply.body)).toBe(
      JSON.stringify({
        data: {
          business: {
            id: business.id,
            id_negocio: 5_000_000_000,
            cod_negocio: 'F/1001',
            business_name: '',
            responsible_user: {
              name: 'Lucía',
              first_last_name: 'Robles',
              second_last_name: '',
              email: service.email,
            },
            participantes: [
              {
                id: business.participantIds[0],
                id_persona: 71,
                tipo_per: 'FIS',
                nombre: 'Ana',
                apellido_paterno: 'Luna',
                apellido_materno: 'Paz',
                email: 'ana@example.test',
                codigo_telefonico: '+52',
                telefono: '5555550001',
                mod_carga: 'layout',
                match_resolution_pending: true,
                roles: ['Fideicomitente', 'Beneficiario'],
                tipo_doctos: [
                  { cod_tipo_docto: 'INE', id_descarga: 12 },
                  { cod_tipo_docto: 'CSF', id_descarga: null },
                  { cod_tipo_docto: 'INE', id_descarga: null },
                ],
              },
              {
                id: business.participantIds[1],
                id_persona: 72,
                tipo_per: 'MOR',
                nombre: 'Notaría Sur, S.C.',
                apellido_paterno: '',
                apellido_materno: '',
                email: '',
                codigo_telefonico: '',
                telefono: '',
                mod_carga: 'manual',
                match_resolution_pending: false,
                roles: [],
                tipo_doctos: [],
              },
            ],
          },
        },
        message: 'Business detail retrieved successfully',
        success: true,
      }),
    );
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('200 answers a business without participants or responsible user as one with data', async () => {
    const business = await makeBusiness(gateway.db, gateway.service.serviceId, { name: 'Sola' });
    const reply = await get(`?id=${business.id}&other=1`);
    expect(reply.body).toEqual({
      data: {
        business: {
          id: business.id,
          id_negocio: business.externalId,
          cod_negocio: `NEG-${business.id}`,
          business_name: 'Sola',
          responsible_user: { name: '', first_last_name: '', second_last_name: '', email: '' },
          participantes: [],
        },
      },
      message: 'Business detail retrieved successfully',
      success: true,
    });
  });

  it('200 says "Business without data" for an id that the service does not have', async () => {
    const reply = await get('?id=9007199254740991');
    expect(reply).toMatchObject({
      status: 200,
      body: { data: {}, message: 'Business without data', success: false },
    });
  });

  it.each([
    '',
    '?id=',
    '?id=0',
    '?id=01',
    '?id=-1',
    '?id=%2B1',
    '?id=1e3',
    '?id=0x10',
    '?id=1.0',
    '?id=%201',
    '?id=1&id=1',
    '?id=9007199254740992',
    '?id=99999999999999999',
    '?id=%D9%A1',
    '?ID=1',
  ])('400 refuses the query "%s"', async (query) => {
    expect(await get(query)).toMatchObject({ status: 400, body: INVALID });
  });
});
