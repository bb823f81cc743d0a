import type { ObjectRef } from '@pothos/core';
import type { ConnectionShapeForType } from '@pothos/plugin-relay';
import { builder } from './builder.ts';

type Types = typeof builder.$inferSchemaTypes;

/** Creates the connection type of an object type, with `totalCount`: the number of items of the list, after its filter. */
export function createCountedConnection<Shape>(
  type: ObjectRef<Types, Shape>,
  name: string,
): ObjectRef<Types, ConnectionShapeForType<Types, ObjectRef<Types, Shape>, false, false, false>> {
  return builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: 'Page of a list, by the Relay cursor connection specification.',
      fields: (t) => ({
        totalCount: t.int({
          description:
            'Number of items of the list, after its filter, if any; 10,000 when there are more. Counted only when selected.',
          resolve: async (page) => await page.count(),
        }),
      }),
    },
    { name: `${name}Edge`, description: 'Item of a page with its cursor.' },
  );
}
