import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import ZodPlugin from '@pothos/plugin-zod';
import type { ZodError } from 'zod';
import type { Ctx } from '../../context.ts';
import { decodeGlobalId, encodeGlobalId, type GlobalId } from '../../domain/global-id.ts';
import { AppError } from '../../errors.ts';
import { checkNodeIds, NODES_MAX } from '../../resolvers/common/check-node-ids.ts';
import { invalidInput } from '../../validate.ts';
import { CHECKED_ARGUMENTS } from '../execution/checked-arguments.ts';
import { COUNTED_BY_PAGE, fieldCost, namedListCost } from '../limits/field-cost.ts';
import { NOTE_REFUSAL } from './note-refusal.ts';
import { PAYLOAD_CHECK } from './payload-check.ts';
import { RELAY_DESCRIPTIONS } from './relay-descriptions.ts';

const NODE_TYPES = [
  'Business',
  'Participant',
  'RequestedDocument',
  'DeletionReceipt',
  'File',
  'ResponsibleUser',
  'User',
] as const;

/** What a malformed id decodes to, so that `node` answers null as for any object that does not exist. */
const NO_OBJECT = { typename: 'Business', id: '' };

/** Every type of the graph is built with this. Fields and arguments are required unless they say otherwise. */
export const builder = new SchemaBuilder<{
  Context: Ctx;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  /** Counts the whole list; called only where the count is selected. */
  Connection: { count: () => Promise<number> };
  Scalars: {
    ID: { Input: string; Output: string | number };
    SafeInt: { Input: number; Output: number };
    DateTime: { Input: Date; Output: Date };
    /** YYYY-MM-DD. */
    Date: { Input: string; Output: string };
  };
}>({
  plugins: [
    ErrorsPlugin,
    NOTE_REFUSAL,
    PAYLOAD_CHECK,
    RelayPlugin,
    CHECKED_ARGUMENTS,
    ZodPlugin,
    ComplexityPlugin,
  ],
  defaultFieldNullability: false,
  errors: {
    directResult: true,
    unsafelyHandleInputErrors: true,
    defaultUnionOptions: {
      name: ({ fieldName }) => `${capitalize(fieldName)}Result`,
      description: 'What was done, or why nothing was: every failure is a UserError.',
    },
  },
  // limits/operation-cost.ts refuses what costs too much before it is executed, so the plugin only counts.
  complexity: { disabled: true, fieldComplexity: fieldCost },
  relay: {
    ...RELAY_DESCRIPTIONS,
    cursorType: 'String',
    encodeGlobalID: encodeGlobalId,
    decodeGlobalID: decodeNodeId,
    nodeQueryOptions: {
      description:
        'An object by its global id; null for an id that names nothing of the service. Not in v4.',
      args: { id: { description: 'The global id.' } },
      resolve: async (...[, { id }, ctx, , resolveNode]) => {
        checkNodeIds(ctx, [id]);
        return await resolveNode(id);
      },
    },
    nodesQueryOptions: {
      description: 'Objects by their global ids, at most 100, in the order of the ids. Not in v4.',
      args: { ids: { description: 'The global ids.' } },
      complexity: ({ ids }) => namedListCost(ids, NODES_MAX),
      resolve: async (...[, { ids }, ctx, , resolveNodes]) => {
        checkNodeIds(ctx, ids);
        return await resolveNodes(ids);
      },
    },
    nodesOnConnection: { ...RELAY_DESCRIPTIONS.nodesOnConnection, complexity: COUNTED_BY_PAGE },
    edgesFieldOptions: { ...RELAY_DESCRIPTIONS.edgesFieldOptions, complexity: COUNTED_BY_PAGE },
    nodeFieldOptions: { ...RELAY_DESCRIPTIONS.nodeFieldOptions, complexity: COUNTED_BY_PAGE },
    pageInfoFieldOptions: {
      ...RELAY_DESCRIPTIONS.pageInfoFieldOptions,
      complexity: COUNTED_BY_PAGE,
    },
  },
  zod: { validationError: invalidArguments },
});

/** A mutation's one argument is called `input`, so the paths of its issues leave that name out. */
function invalidArguments(error: ZodError): AppError {
  const { code, message, issues, cause } = invalidInput(error);
  const inside = issues.map((issue) => ({
    ...issue,
    path: issue.path[0] === 'input' ? issue.path.slice(1) : issue.path,
  }));
  return new AppError(code, message, { issues: inside, cause });
}

function decodeNodeId(text: string): GlobalId {
  const decoded = decodeGlobalId(text);
  const isKnown = NODE_TYPES.some((typename) => typename === decoded?.typename);
  return decoded !== undefined && isKnown ? decoded : NO_OBJECT;
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
