import { exportJWK, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { z } from 'zod';
import { signReport } from '../../../src/auth/report-signatures.ts';
import { parseSigningKey } from '../../../src/auth/signing-key.ts';
import { toCanonicalJson } from '../../../src/domain/reports/canonical-json.ts';
import { at } from '../clients/graphql.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { hashOf, readCodes } from './read-printed.ts';
import { inventScreening } from './screenings.ts';
import { storeScreening } from './store-screening.ts';

const replySchema = z.object({
  data: z.object({
    report: z.record(z.string(), z.unknown()),
    pdf: z.object({ signature: z.string() }),
  }),
});

/** Creates a registry of reports that a gateway issued, and of signatures by unknown keys. */
export async function createRegistry(gateway: Gateway) {
  const { db, url, service } = gateway;
  const id = await storeScreening(db, service.serviceId, inventScreening());
  const path = `/api/v4/blacklist/report/${id}`;
  const reply = await fetch(`${url}${path}/pdf`, { headers: service.headers });
  const pdf = Buffer.from(await reply.arrayBuffer());
  const { body } = await gateway.request('GET', path);
  const { report, pdf: printed } = replySchema.parse(body).data;
  const sha256 = hashOf(Buffer.from(toCanonicalJson(report)));
  const signWith = async (state: 'older' | 'revoked' | 'foreign'): Promise<string> => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const key = await parseSigningKey(JSON.stringify(await exportJWK(privateKey)));
    if (state !== 'foreign')
      await sql`
        insert into report_keys (kid, public_jwk, revoked_at)
        values (${key.kid}, ${JSON.stringify(key.publicJwk)}::jsonb, ${state === 'revoked' ? new Date() : null})
      `.execute(db);
    const of = {
      kind: 'screening',
      serviceId: service.serviceId,
      service: service.service,
    } as const;
    return await signReport(key, { ...of, reportId: id, format: 'json', sha256 });
  };
  const withSignature = (signature: string) => JSON.stringify({ report, signature });
  return {
    id,
    pdf,
    sha256,
    json: withSignature(String(at(body, 'data', 'signature'))),
    pdfSignature: printed.signature,
    codes: await readCodes(pdf),
    olderJson: withSignature(await signWith('older')),
    revokedJson: withSignature(await signWith('revoked')),
    foreignSignature: await signWith('foreign'),
  };
}
