import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';

/** Columns of a business that a provider writes. */
export type BusinessContent = {
  code: string;
  name: string | null;
  responsibleUserId: number | null;
};

export type StoredBusiness = BusinessContent & { id: number; version: number };

export type NewBusiness = BusinessContent & { serviceId: number; id: number; externalId: number };

/**
 * Inserts a business as a pipelined statement. The statement fails with a unique violation when the service has a
 * business with the provider's id.
 */
export async function insertBusiness(db: Db, business: NewBusiness): Promise<void> {
  await pipelineWithNext(db, insert(db, business));
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

/** Updates the columns as a pipelined statement; touchBusiness updates the version. */
export async function updateBusiness(
  db: Db,
  key: BusinessKey,
  content: BusinessContent,
): Promise<void> {
  await pipelineWithNext(db, update(db, { ...key, ...content }));
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
