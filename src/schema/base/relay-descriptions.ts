/** Descriptions of the types, fields and arguments that the relay plugin makes. */
export const RELAY_DESCRIPTIONS = {
  idFieldOptions: { description: 'Names the object in the whole graph; opaque. Not in v4.' },
  pageInfoTypeOptions: { description: 'Where a page lies in its list. Not in v4.' },
  pageInfoFieldOptions: { description: 'Where the page lies in its list. Not in v4.' },
  hasNextPageFieldOptions: { description: 'Whether there is more after the page. Not in v4.' },
  hasPreviousPageFieldOptions: {
    description: 'Whether there is more before the page. Not in v4.',
  },
  startCursorFieldOptions: { description: 'Of the first element. Not in v4.' },
  endCursorFieldOptions: { description: 'Of the last element. Not in v4.' },
  edgesFieldOptions: { description: 'The elements with their cursors. Not in v4.' },
  nodesOnConnection: { description: 'The elements. Not in v4.' },
  cursorFieldOptions: { description: 'For `after` and `before`; opaque. Not in v4.' },
  nodeFieldOptions: { description: 'The element. Not in v4.' },
  firstArgOptions: { description: 'So many from the start.' },
  lastArgOptions: { description: 'So many from the end; not together with `first`.' },
  afterArgOptions: { description: 'A cursor: what follows it.' },
  beforeArgOptions: { description: 'A cursor: what stands before it.' },
  nodeTypeOptions: { description: 'An object with a globally unique, opaque id.' },
} as const;
