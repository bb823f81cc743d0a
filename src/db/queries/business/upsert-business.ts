import type { Db } from '../../client.ts';
import { runLater } from '../../statements/together.ts';

/** The columns of a business that a provider writes. */
export type BusinessContent = {
  code: string;
  name: string | null;
  responsibleUserId: number | null;
};

export type HeldBusiness = BusinessContent & { id: number; version: number };

export type NewBusiness = BusinessContent & { serviceId: number; id: number; externalId: number };

/** Goes out with the next statement, which fails with a unique violation where the service has the provider's id by now. */
export async function insertBusiness(db: Db, business: NewBusiness): Promise<void> {
  const insert = db.insertInto('businesses').values({
    service_id: business.serviceId,
    id: business.id,
    external_id: business.externalId,
    code: business.code,
    name: business.name,
    responsible_user_id: business.responsibleUserId,
  });
  await runLater(db, insert.compile());
}

/** Writes the columns with the next statement; the version is touchBusiness's. */
export async function updateBusiness(
  db: Db,
  key: { serviceId: number; id: number },
  content: BusinessContent,
): Promise<void> {
  const update = db
    .updateTable('businesses')
    .set({
      code: content.code,
      name: content.name,
      responsible_user_id: content.responsibleUserId,
    })
    .where('service_id', '=', key.serviceId)
    .where('id', '=', key.id);
  await runLater(db, update.compile());
}
