/** Descriptions of the types, fields and arguments that the relay plugin creates. */
export const RELAY_DESCRIPTIONS = {
  idFieldOptions: { description: 'Global id of the object: opaque, and unique across all types.' },
  pageInfoTypeOptions: {
    description: 'Cursors of a page, and whether more items precede or follow it.',
  },
  pageInfoFieldOptions: {
    description: 'Cursors of the page, and whether more items precede or follow it.',
  },
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
  nodeFieldOptions: { description: 'Item that the cursor belongs to.' },
  firstArgOptions: {
    description:
      'Number of items to return from the start of the list. The description of the field states the default and the maximum.',
  },
  lastArgOptions: {
    description:
      'Number of items to return from the end of the list. The description of the field states the maximum. When `first` is given too, `first` is applied before `last`.',
  },
  afterArgOptions: { description: 'Cursor to start after.' },
  beforeArgOptions: { description: 'Cursor to end before.' },
  nodeTypeOptions: { description: 'Object that Query.node returns by its global id.' },
} as const;
