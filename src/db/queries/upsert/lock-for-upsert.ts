import type { PositionedDocument } from '../../../domain/business/upsert-documents.ts';
import type { CapturedParticipant } from '../../../domain/business/upsert-participants.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { hiddenIds } from '../../statements/requested-ids.ts';
import { runPipelined } from '../../statements/run-pipelined.ts';
import { type EmailOwner, selectEmailOwners } from '../access/many-users.ts';
import { selectParticipants } from '../participants/participants.ts';
import { PERSONAL_COLUMNS } from '../participants/personal-information.ts';
import type { StoredBusiness } from './upsert-business.ts';

/** Keys of the rows of an upsert: provider's ids of the business and of persons, and e-mails of users. */
export type UpsertKey = {
  serviceId: number;
  externalId: number;
  externalPersonIds: readonly number[];
  emails: readonly string[];
};

/**
 * Stored rows of an upsert. `business` is undefined when it does not exist. Participants are in order of id, documents
 * in order of participant and position, and owners (users of the e-mails) in the order of the e-mails.
 */
export type UpsertState = {
  business: StoredBusiness | undefined;
  participants: CapturedParticipant[];
  documents: PositionedDocument[];
  owners: EmailOwner[];
};

/**
 * Locks the business until the transaction ends, and then reads the other rows. Several statements in one round trip,
 * because a statement that waits for a lock sees other rows as of its start.
 */
export async function lockForUpsert(db: Db, key: UpsertKey): Promise<UpsertState> {
  const [[business], participants, documents, owners] = await runPipelined(
    db,
    async (run) =>
      await Promise.all([
        run(lockByExternalId(db, key)),
        key.externalPersonIds.length === 0 ? [] : run(selectSentParticipants(db, key)),
        key.externalPersonIds.length === 0 ? [] : run(selectDocuments(db, key)),
        key.emails.length === 0 ? [] : run(selectEmailOwners(db, key)),
      ]),
  );
  return { business, participants, documents, owners };
}

const lockByExternalId = prepareStatement((db, value: ValueOf<UpsertKey>) =>
  db
    .selectFrom('businesses')
    .select(['id', 'version', 'code', 'name', 'responsible_user_id as responsibleUserId'])
    .where('service_id', '=', value('serviceId'))
    .where('external_id', '=', value('externalId'))
    .forUpdate()
    .compile(),
);

const selectSentParticipants = prepareStatement((db, value: ValueOf<UpsertKey>) =>
  selectParticipants(db, value('serviceId'))
    .select(PERSONAL_COLUMNS)
    .where('p.business_id', '=', selectBusinessId(db, value))
    .where('s.service_id', '=', value('serviceId'))
    .where((eb) => eb('s.external_id', '=', eb.fn.any(hiddenIds(value('externalPersonIds')))))
    .orderBy('p.id')
    .compile(),
);

const selectDocuments = prepareStatement((db, value: ValueOf<UpsertKey>) =>
  db
    .selectFrom('documents as d')
    .innerJoin('participants as p', (join) =>
      join.onRef('p.service_id', '=', 'd.service_id').onRef('p.id', '=', 'd.participant_id'),
    )
    .innerJoin('persons as s', (join) =>
      join.onRef('s.service_id', '=', 'p.service_id').onRef('s.id', '=', 'p.person_id'),
    )
    .select([
      'd.participant_id as participantId',
      'd.type_code as typeCode',
      'd.occurrence',
      'd.position',
      'd.file_id as downloadId',
    ])
    .where('d.service_id', '=', value('serviceId'))
    .where('p.service_id', '=', value('serviceId'))
    .where('p.business_id', '=', selectBusinessId(db, value))
    .where('s.service_id', '=', value('serviceId'))
    .where((eb) => eb('s.external_id', '=', eb.fn.any(hiddenIds(value('externalPersonIds')))))
    .orderBy('d.participant_id')
    .orderBy('d.position')
    .compile(),
);

function selectBusinessId(db: Db, value: ValueOf<UpsertKey>) {
  return db
    .selectFrom('businesses')
    .select('id')
    .where('service_id', '=', value('serviceId'))
    .where('external_id', '=', value('externalId'));
}
