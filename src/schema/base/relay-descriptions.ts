/** Descriptions of the types, fields and arguments that the relay plugin creates. */
export const RELAY_DESCRIPTIONS = {
  idFieldOptions: { description: 'Opaque id, unique across all types of the graph.' },
  pageInfoTypeOptions: { description: 'Position of a page in its list.' },
  pageInfoFieldOptions: { description: 'Position of this page in its list.' },
  hasNextPageFieldOptions: { description: 'True when more items follow this page.' },
  hasPreviousPageFieldOptions: {
    description: 'True when more items precede this page.',
  },
  startCursorFieldOptions: {
    description: 'Cursor of the first item. Null when the page is empty.',
  },
  endCursorFieldOptions: { description: 'Cursor of the last item. Null when the page is empty.' },
  edgesFieldOptions: { description: 'Items of the page with their cursors.' },
  nodesOnConnection: { description: 'Items of the page.' },
  cursorFieldOptions: {
    description: 'Opaque cursor of the item, for the arguments `after` and `before`.',
  },
  nodeFieldOptions: { description: 'Item at this position.' },
  firstArgOptions: {
    description:
      'Number of items to return from the start of the list, at most the maximum page size of the field.',
  },
  lastArgOptions: {
    description:
      'Number of items to return from the end of the list, at most the maximum page size of the field. Applied after `first` when both are given.',
  },
  afterArgOptions: { description: 'Cursor to start after.' },
  beforeArgOptions: { description: 'Cursor to end before.' },
  nodeTypeOptions: { description: 'Object with an opaque, globally unique id.' },
} as const;
