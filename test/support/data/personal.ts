import { sql } from 'kysely';
import { SCOPES, type Scope } from '../../../src/auth/scopes.ts';
import { createTestTokens } from '../gateway/callers.ts';
import type { Gateway } from '../gateway/gateway.ts';

/** Complete fictitious personal information, with v4 names. */
export const PERSONAL = {
  rfc: 'LUPA800113AB1',
  curp: 'LUPA800113MDFNZN09',
  fecha_nacimiento: '1980-01-13',
  nacionalidad: 'MEX',
  pais_nacimiento: 'MEX',
  estado_civil: 'SOLTERA',
  actividad_economica: 'Comercio de flores',
  domicilio: {
    calle: 'Calle Falsa',
    numero_exterior: '12',
    numero_interior: '3-B',
    colonia: 'Centro',
    municipio: 'Ficticio',
    ciudad: 'Ciudad Ficticia',
    estado: 'Estado Ficticio',
    codigo_postal: '01000',
    pais: 'MEX',
  },
};

/** Returns headers with a token that has all scopes except personal:read. */
export async function headersWithoutPersonal(gateway: Gateway): Promise<Record<string, string>> {
  return await headersWithout(gateway, 'personal:read');
}

/** Returns headers with a token that lacks one scope. */
export async function headersWithout(
  gateway: Gateway,
  scope: Scope,
): Promise<Record<string, string>> {
  const tokens = await createTestTokens(gateway.db);
  const scopes = new Set(SCOPES.filter((one) => one !== scope));
  const { accessToken } = await tokens.issue({ ...gateway.service.caller, scopes });
  return { ...gateway.service.headers, authorization: `Bearer ${accessToken}` };
}

export type Reading = { userId: number | null; apiKeyId: number | null; details: unknown };

/** Returns the recorded reads of personal information in order: actor and participant. */
export async function listReadings({ db, service }: Gateway): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    select user_id as "userId", api_key_id as "apiKeyId", details from audit_events
    where service_id = ${service.serviceId} and action = 'personal_information_read' order by id
  `.execute(db);
  return rows;
}
