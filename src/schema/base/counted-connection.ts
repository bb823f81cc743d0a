import type { ObjectRef } from '@pothos/core';
import type { ConnectionShapeForType } from '@pothos/plugin-relay';
import { builder } from './builder.ts';

type Types = typeof builder.$inferSchemaTypes;

/** A connection of a type, with how many pass its filter. */
export function countedConnection<Shape>(
  type: ObjectRef<Types, Shape>,
  name: string,
): ObjectRef<Types, ConnectionShapeForType<Types, ObjectRef<Types, Shape>, false, false, false>> {
  return builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: 'A page of a list, as the Relay cursor connection specification has it.',
      fields: (t) => ({
        totalCount: t.int({
          description:
            'How many pass the filter. Counted only when selected; capped at 10 000. Not in v4.',
          resolve: async (page) => await page.count(),
        }),
      }),
    },
    { name: `${name}Edge`, description: 'One element of a page.' },
  );
}
