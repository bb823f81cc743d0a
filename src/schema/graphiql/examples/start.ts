/**
 * Script that starts GraphiQL in the browser, with the options that the page contains as JSON. GraphiQL stores headers
 * for each tab, but the credentials belong to one caller, so the script copies an edit in one tab to all tabs. Headers
 * are never stored, and neither headers nor query appear in the URL. Tabs survive a reload, but not closing the browser
 * tab.
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
    // Also for subscriptions, which use GET by default.
    method: 'POST',
    title: options.title,
    logo: options.logo,
    storage: sessionStorage,
    defaultTabs: options.tabs,
    // GraphiQL ignores the variables of the first default tab, so they are passed separately.
    variables: isFresh ? options.tabs[0].variables : undefined,
    defaultHeaders: options.headers,
    defaultEditorToolsVisibility: options.openEditor,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
    onEditQuery: () => {},
    onEditHeaders: (text) => {
      // A new tab starts with the default headers, which is not an edit.
      if (text !== options.headers) headers = text;
    },
    onTabChange: (state) => {
      for (const tab of state.tabs) tab.headers = headers;
    },
  });
});
`;

/** Styles in addition to those of GraphiQL. */
export const STYLE = `/* No animation: after a layout change, tabs would move away from under the pointer. */
.graphiql-tab {
  transform: none !important;
}
/* A narrow window needs the space for the tabs. */
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
