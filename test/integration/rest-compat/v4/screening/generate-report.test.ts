import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at } from '../../../../support/clients/graphql.ts';
import { addDemoLists } from '../../../../support/data/demo-lists.ts';
import { makeBusiness } from '../../../../support/data/factories.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway();
const OFAC = '/api/v4/blacklist/ofac/report';
const PEPS = '/api/v4/blacklist/peps/report';

const answerSchema = z.object({
  message: z.string(),
  data: z.object({
    report_id: z.number(),
    found: z.boolean().nullable(),
    matches: z.array(z.looseObject({ list: z.string(), entry_id: z.string() })),
    lists: z.array(z.looseObject({ code: z.string(), loaded: z.boolean() })),
    format: z.string(),
    sha256: z.string(),
    signature: z.string(),
    id_descarga: z.number().nullable(),
  }),
});

async function generate(path: string, body: object): Promise<z.infer<typeof answerSchema>> {
  const answer = await gateway.request('POST', path, { body });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answerSchema.parse(answer.body);
}

describe('the reports of OFAC and PEPs in v4', () => {
  beforeAll(async () => await addDemoLists(gateway.databaseUrl));

  it('finds a company by its RFC, with what the list says of it', async () => {
    const { data, message } = await generate(OFAC, { tipo_per: 'MOR', rfc: 'CIN100203AB5' });
    expect(message).toBe('OFAC report generated');
    expect(data.found).toBe(true);
    expect(data.matches).toHaveLength(1);
    expect(data.matches[0]).toMatchObject({
      list: 'ofac-sdn',
      entry_id: '990002',
      band: 'IDENTIFIER_EXACT',
      score: 1,
      program: ['SDNTK', 'ILLICIT-DRUGS-EO14059'],
    });
    expect(data.lists.map(({ code, loaded }) => [code, loaded])).toEqual([
      ['ofac-sdn', true],
      ['ofac-cons', true],
    ]);
    expect(data).toMatchObject({ format: 'json', id_descarga: null });
    const report = await gateway.request('GET', `/api/v4/blacklist/report/${data.report_id}`);
    expect(at(report.body, 'data')).toMatchObject({
      sha256: data.sha256,
      signature: data.signature,
    });
  });

  it('finds a person by another of the names, and says which', async () => {
    const { data } = await generate(OFAC, {
      tipo_per: 'FIS',
      nombre: 'Angel',
      apellido_paterno: 'Inventado',
    });
    expect(data.matches[0]).toMatchObject({ entry_id: '990001', matched_kind: 'aka' });
  });

  it('says of somebody in office which office, and of which country', async () => {
    const { data, message } = await generate(PEPS, { nombre: 'Ramón Ficticio Ejemplo' });
    expect(message).toBe('PEPS report generated');
    expect(data.matches[0]).toMatchObject({
      list: 'pep-mx-congreso',
      position: 'Diputado',
      country: 'Mexico',
      institution: 'Congreso de la Unión',
      pep_class: 'NACIONAL',
      from: null,
    });
    const foreign = await generate(PEPS, { nombre: 'Rudolf Elphberg' });
    expect(foreign.data.matches[0]).toMatchObject({ pep_class: 'EXTRANJERO', position: 'Pres.' });
  });

  it('finds nobody where nobody stands', async () => {
    const { data } = await generate(OFAC, { nombre: 'Zoraida Quetzalli Wolfram' });
    expect([data.found, data.matches]).toEqual([false, []]);
  });

  it('never says that nobody was found by an RFC in lists that hold none', async () => {
    const { data } = await generate(PEPS, { rfc: 'CIN100203AB5' });
    expect([data.found, data.matches]).toEqual([null, []]);
    expect(data.lists).toMatchObject([
      { code: 'pep-cia', loaded: true, comparison: 'nothing' },
      { code: 'pep-mx-congreso', loaded: true, comparison: 'nothing' },
      { code: 'opensanctions', loaded: true, comparison: 'nothing' },
    ]);
    const { body } = await gateway.request('GET', `/api/v4/blacklist/report/${data.report_id}`);
    expect(at(body, 'data', 'report')).toMatchObject({
      outcome: 'incomplete',
      lists: Array.from({ length: 3 }, () => ({ comparison: 'nothing' })),
    });
    expect(at(body, 'data', 'report', 'notes', 0)).toBe('not_compared');
    const named = await generate(PEPS, { rfc: 'CIN100203AB5', nombre: 'Zoraida Wolfram' });
    expect(named.data).toMatchObject({ found: false, lists: [{ comparison: 'whole' }, {}, {}] });
  });

  it('stores the PDF of a participant, whom the provider’s id of the person names', async () => {
    const sample = { personExternalId: 9100, name: 'Ana', paternalSurname: 'Cualquiera' };
    await makeBusiness(gateway.db, gateway.service.serviceId, { participants: [sample] });
    const { data } = await generate(OFAC, { id_persona: 9100, format: 'pdf' });
    expect(data.format).toBe('pdf');
    const path = `/api/v4/file/${data.id_descarga}`;
    const file = await gateway.request('GET', path);
    expect(file.headers.get('etag')).toBe(`"${data.sha256}"`);
  });

  it('takes blank texts beside a known person for none', async () => {
    const participants = [{ personExternalId: 9101, name: 'Ana', paternalSurname: 'Cualquiera' }];
    await makeBusiness(gateway.db, gateway.service.serviceId, { participants });
    const none = { nombre: '', apellido_paterno: ' ', fecha_nacimiento: '', rfc: '', curp: null };
    const { data } = await generate(OFAC, { id_persona: 9101, ...none });
    expect(data.found).toBe(false);
  });

  it('is answered again under the same key, and with another format or list the key is refused', async () => {
    const headers = { ...gateway.service.headers, 'idempotency-key': 'report-1' };
    const send = async (path: string, format?: string) =>
      await gateway.request('POST', path, { headers, body: { nombre: 'Ana Nadie', format } });
    const [first, again] = [await send(OFAC), await send(OFAC, 'json')];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    for (const other of [await send(OFAC, 'pdf'), await send(PEPS)]) {
      expect(other.status).toBe(422);
      expect(at(other.body, 'code_message')).toBe('idempotency_key_reused');
    }
  });

  it('refuses a participant of whom nothing can be compared, in the word that named it', async () => {
    const participants = [{ personExternalId: 9200, name: '// sin nombre' }];
    await makeBusiness(gateway.db, gateway.service.serviceId, { participants });
    const answer = await gateway.request('POST', OFAC, { body: { id_persona: 9200 } });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(at(answer.body, 'data'))).toContain('"id_persona"');
  });

  it('refuses whom nobody could look for, and says why in the words that were sent', async () => {
    const faults: [object, string][] = [
      [{}, 'nombre'],
      [{ nombre: '...' }, 'nombre'],
      [{ nombre: 'Ana', threshold: 0.4 }, 'threshold'],
      [{ nombre: 'Ana', threshold: 1.1 }, 'threshold'],
      [{ nombre: 'Ana', rfc: 'XAXX010101000' }, 'rfc'],
      [{ nombre: 'Ana', rfc: 'no' }, 'rfc'],
      [{ nombre: 'x'.repeat(10_000) }, 'nombre'],
      [{ nombre: 'Ana\u0000' }, 'nombre'],
      [{ nombre: 'Ana', fecha_nacimiento: '31/12/1990' }, 'fecha_nacimiento'],
      [{ nombre: 'Ana', format: 'docx' }, 'format'],
      [{ nombre: 'Ana', lista: 'x' }, 'lista'],
    ];
    for (const [body, field] of faults) {
      const answer = await gateway.request('POST', OFAC, { body });
      expect([body, answer.status]).toEqual([body, 400]);
      expect(JSON.stringify(at(answer.body, 'data'))).toContain(`"${field}"`);
    }
    const both = await gateway.request('POST', OFAC, { body: { nombre: 'Ana', id_persona: 1 } });
    expect(both.status).toBe(400);
  });
});
