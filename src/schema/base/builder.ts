import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import ZodPlugin from '@pothos/plugin-zod';
import type { ZodError } from 'zod';
import type { RequestContext } from '../../context.ts';
import { decodeGlobalId, encodeGlobalId, type GlobalId } from '../../domain/shared/global-id.ts';
import { AppError } from '../../errors.ts';
import { checkNodeIds, NODES_MAX } from '../../resolvers/common/check-node-ids.ts';
import { invalidInput } from '../../validation/validate.ts';
import { CHECKED_ARGUMENTS } from '../execution/checked-arguments.ts';
import { COUNTED_BY_PAGE, fieldCost, keyedListCost } from '../limits/field-cost.ts';
import { NOTE_REFUSAL } from './note-refusal.ts';
import { PAYLOAD_CHECK } from './payload-check.ts';
import { RELAY_DESCRIPTIONS } from './relay-descriptions.ts';
import { RESULT_UNIONS } from './result-unions.ts';

/** Types whose global ids `node` and `nodes` resolve: every type that implements Node. */
export const NODE_TYPES = [
  'Business',
  'Participant',
  'RequestedDocument',
  'DeletionReceipt',
  'File',
  'ResponsibleUser',
  'User',
  'Extraction',
  'Screening',
] as const;

/** Stands for a malformed id or one of no node type. No business has an empty id, so that `node` returns null. */
const NO_OBJECT = { typename: 'Business', id: '' };

/** Schema builder of every type of the graph. Fields and arguments are required unless declared nullable. */
export const builder = new SchemaBuilder<{
  Context: RequestContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  /** Counts the whole list; called only when the count is selected. */
  Connection: { count: () => Promise<number> };
  Scalars: {
    ID: { Input: string; Output: string | number };
    SafeInt: { Input: number; Output: number };
    DateTime: { Input: Date; Output: Date };
    /** Calendar date as YYYY-MM-DD. */
    Date: { Input: string; Output: string };
  };
}>({
  plugins: [
    ErrorsPlugin,
    NOTE_REFUSAL,
    PAYLOAD_CHECK,
    RESULT_UNIONS,
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
    },
  },
  // limits/admission.ts rejects documents that cost too much before execution, so the plugin only counts.
  complexity: { disabled: true, fieldComplexity: fieldCost },
  relay: {
    ...RELAY_DESCRIPTIONS,
    cursorType: 'String',
    encodeGlobalID: encodeGlobalId,
    decodeGlobalID: decodeNodeId,
    nodeQueryOptions: {
      description:
        "Object with the given global id. Null when the service has no such object. Requires scope `business:read`, in addition to the scope that the query of the object's own type requires.",
      args: { id: { description: 'Global id of the object.' } },
      resolve: async (...[, { id }, ctx, , resolveNode]) => {
        checkNodeIds(ctx, [id]);
        return await resolveNode(id);
      },
    },
    nodesQueryOptions: {
      description:
        "Objects with the given global ids, in the order of the ids. An element is null when the service has no such object. Requires scope `business:read`, in addition to the scopes that the queries of the objects' own types require.",
      args: { ids: { description: 'Global ids of the objects, at most 100.' } },
      complexity: ({ ids }) => keyedListCost(ids, NODES_MAX),
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
  zod: { validationError: toAppError },
});

/** Converts an argument error to an AppError. The one argument of a mutation is called `input`; issue paths omit it. */
function toAppError(error: ZodError): AppError {
  const { code, message, issues, cause } = invalidInput(error);
  const issuesOfInput = issues.map((issue) => ({
    ...issue,
    path: issue.path[0] === 'input' ? issue.path.slice(1) : issue.path,
  }));
  return new AppError(code, message, { issues: issuesOfInput, cause });
}

function decodeNodeId(text: string): GlobalId {
  const decoded = decodeGlobalId(text);
  const isKnown = NODE_TYPES.some((typename) => typename === decoded?.typename);
  return decoded !== undefined && isKnown ? decoded : NO_OBJECT;
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
