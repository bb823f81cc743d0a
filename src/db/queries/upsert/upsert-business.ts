import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runWithNext } from '../../statements/run-pipelined.ts';

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
  await runWithNext(db, insert(db, business));
}

const insert = prepareStatement((db, value: ValueOf<NewBusiness>) =>
  db
    .insertInto('businesses')
    .values({
      service_id: value('serviceId'),
      id: value('id'),
      external_id: value('externalId'),
      code: value('code'),
      name: value('name'),
      responsible_user_id: value('responsibleUserId'),
    })
    .compile(),
);

/** Writes the columns with the next statement; the version is touchBusiness's. */
export async function updateBusiness(
  db: Db,
  key: BusinessKey,
  content: BusinessContent,
): Promise<void> {
  await runWithNext(db, update(db, { ...key, ...content }));
}

const update = prepareStatement((db, value: ValueOf<BusinessContent & BusinessKey>) =>
  db
    .updateTable('businesses')
    .set({
      code: value('code'),
      name: value('name'),
      responsible_user_id: value('responsibleUserId'),
    })
    .where('service_id', '=', value('serviceId'))
    .where('id', '=', value('id'))
    .compile(),
);

type BusinessKey = { serviceId: number; id: number };
