/**
 * Script that starts GraphiQL in the browser, with the options that the page contains as JSON. GraphiQL stores headers
 * for each tab, but the credentials belong to one caller: an edit in one tab is copied to all. Headers are never
 * stored, and neither they nor the query appear in the address. Tabs survive a reload but not the browser's tab.
 */
export const START_SCRIPT = `'use strict';
const options = JSON.parse(document.getElementById('options').textContent);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => options.workers[label],
};

let headers = options.headers;
const isFresh = sessionStorage.getItem('graphiql:tabState') === null;

document.addEventListener('DOMContentLoaded', () => {
  YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
    endpoint: options.endpoint,
    // Subscriptions too, which it would ask for by GET.
    method: 'POST',
    title: options.title,
    logo: options.logo,
    storage: sessionStorage,
    defaultTabs: options.tabs,
    // GraphiQL shows the first tab without its variables unless they are given apart.
    variables: isFresh ? options.tabs[0].variables : undefined,
    defaultHeaders: options.headers,
    defaultEditorToolsVisibility: options.openEditor,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
    onEditQuery: () => {},
    onEditHeaders: (text) => {
      // A new tab starts with the first headers: that is no edit.
      if (text !== options.headers) headers = text;
    },
    onTabChange: (state) => {
      for (const tab of state.tabs) tab.headers = headers;
    },
  });
});
`;

/** Styles in addition to those of GraphiQL. */
export const STYLE = `/* After the page has moved them, tabs animate from where they were: away from under the pointer. */
.graphiql-tab {
  transform: none !important;
}
/* In a narrow window the tabs need the room. */
@media (max-width: 1000px) {
  .graphiql-container .graphiql-logo {
    font-size: 0;
  }
  .graphiql-tabs {
    gap: 2px;
  }
  .graphiql-tab .graphiql-tab-button {
    font-size: 13px;
    padding: 4px 6px;
  }
  .graphiql-tab.graphiql-tab-active .graphiql-tab-button {
    padding-right: 26px;
  }
}
`;
