import { sql } from 'kysely';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  prepare,
  prepareOne,
  prepareStatement,
  type ValueOf,
} from '../../../../src/db/statements/prepared.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();

type Ids = { serviceId: number; businessId: number };

const selectTwice = prepareOne((db, value: ValueOf<Ids & { name: string }>) =>
  sql<Ids & { name: string; next: number }>`
    select ${value('name')}::text as name, ${value('businessId')}::integer as "businessId",
      ${value('serviceId')}::integer as "serviceId", ${value('businessId')}::integer + 1 as next
  `.compile(db),
);

describe('the values of a prepared statement', () => {
  it('go to the places of their names, as often as the text has them and in whatever order', async () => {
    const { db } = database;
    expect(await selectTwice(db, { serviceId: 3, businessId: 7, name: 'a' })).toEqual({
      name: 'a',
      businessId: 7,
      serviceId: 3,
      next: 8,
    });
    // The order in which they are given says nothing.
    expect(await selectTwice(db, { name: 'b', businessId: 3, serviceId: 7 })).toEqual({
      name: 'b',
      businessId: 3,
      serviceId: 7,
      next: 4,
    });
  });

  it('stand in what the query builder makes as well, and may be left out of it', async () => {
    const selectService = prepare((db, value: ValueOf<Ids>) =>
      db
        .selectFrom('services')
        .select('id')
        .where((eb) => eb.not(eb('id', '=', value('serviceId'))))
        .where('id', '=', value('serviceId'))
        .limit(value('serviceId')),
    );
    expect(await selectService(database.db, { serviceId: 1, businessId: 2 })).toEqual([]);
  });

  it('are null where null is given', async () => {
    const selectNull = prepareOne((db, value: ValueOf<{ name: string | null }>) =>
      sql<{ name: string | null }>`select ${value('name')}::text as name`.compile(db),
    );
    expect(await selectNull(database.db, { name: null })).toEqual({ name: null });
  });

  it('are those of each call, while the statement is built once', async () => {
    let built = 0;
    const select = prepareStatement((db, value: ValueOf<{ id: number }>) => {
      built += 1;
      return sql<{ id: number }>`select ${value('id')}::integer as id`.compile(db);
    });
    const [one, other] = [select(database.db, { id: 1 }), select(database.db, { id: 2 })];
    expect([one.parameters, other.parameters, one.sql === other.sql, built]).toEqual([
      [1],
      [2],
      true,
      1,
    ]);
    expect((await database.db.executeQuery(one)).rows).toEqual([{ id: 1 }]);
  });

  it('are refused in the building, where everybody would get the first one’s', async () => {
    const serviceId = 5;
    const withValue = prepareOne((db, value: ValueOf<{ userId: number }>) =>
      sql`select ${value('userId')}::integer, ${serviceId}::integer`.compile(db),
    );
    await expect(withValue(database.db, { userId: 1 })).rejects.toThrow('built with a value in it');
  });
});

/** Never called: what must not compile. */
export const refusedByTheCompiler = async (): Promise<void> => {
  const { db } = database;
  // @ts-expect-error -- One is missing.
  await selectTwice(db, { serviceId: 1, name: '' });
  // @ts-expect-error -- A name that the statement does not have.
  await selectTwice(db, { serviceId: 1, businessId: 2, name: '', userId: 3 });
  // @ts-expect-error -- A name in the place of another.
  await selectTwice(db, { businessId: 1, userId: 2, name: '' });
  // @ts-expect-error -- Text where a number stands.
  await selectTwice(db, { serviceId: '1', businessId: 2, name: '' });
  // @ts-expect-error -- By position.
  await selectTwice(db, [1, 2, '']);
  // @ts-expect-error -- A place for a name that nobody gives.
  prepareStatement((built, value: ValueOf<Ids>) => sql`${value('userId')}`.compile(built));
  prepare((built, value: ValueOf<Ids>) =>
    // @ts-expect-error -- A number where the column is text.
    built.selectFrom('businesses').select('id').where('name', '=', value('businessId')),
  );
};

it('a value in a statement has the type that its name has', () => {
  prepareStatement((db, value: ValueOf<Ids & { name: string | null }>) => {
    expectTypeOf(value('serviceId').expressionType).toEqualTypeOf<number | undefined>();
    expectTypeOf(value('name').expressionType).toEqualTypeOf<string | null | undefined>();
    return sql`select 1`.compile(db);
  });
});
