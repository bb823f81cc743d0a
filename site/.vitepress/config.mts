import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type DefaultTheme,
  defineConfig,
  type MarkdownOptions,
  type MarkdownRenderer,
} from 'vitepress';

const SOURCE = fileURLToPath(new URL('../../docs', import.meta.url));
/** Copy of the documents: pages outside of this workspace would not find its packages. */
const DOCS = fileURLToPath(new URL('../pages', import.meta.url));

rmSync(DOCS, { recursive: true, force: true });
cpSync(SOURCE, DOCS, { recursive: true });

/** Title of a page: its first heading. */
function titleOf(path: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(DOCS, path), 'utf8'))?.[1] ?? path;
}

/** Pages of a folder in the order of its index, the index first. */
function listItems(folder: string): DefaultTheme.SidebarItem[] {
  const index = readFileSync(join(DOCS, folder, 'README.md'), 'utf8');
  const place = (name: string): number => {
    const found = index.indexOf(`](${name})`);
    return found === -1 ? Number.MAX_SAFE_INTEGER : found;
  };
  const names = readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted((one, other) => place(one) - place(other));
  return names.map((name) => ({
    text: titleOf(join(folder, name)),
    link: `/${folder}/${name.replace(/\.md$/, '')}`,
  }));
}

function section(folder: string): DefaultTheme.SidebarItem {
  return {
    text: titleOf(join(folder, 'README.md')),
    link: `/${folder}/`,
    collapsed: true,
    items: listItems(folder),
  };
}

/** True for a link to a file of the repository that is no document, and so has no page. */
function isOutside(href: string, folder: string): boolean {
  if (/^(?:[a-z]+:|#)/.test(href)) return false;
  const target = relative(DOCS, join(folder, href.replace(/#.*/, '')));
  return target.startsWith('..') && existsSync(join(SOURCE, target));
}

type Token = Parameters<NonNullable<MarkdownRenderer['renderer']['rules']['text']>>[0][number];

/** Adapts the links of one block; a link to a file without a page becomes plain text. */
function adaptTokens(tokens: readonly Token[], folder: string): void {
  let isOmitted = false;
  for (const token of tokens) {
    const href = token.attrGet('href') ?? '';
    if (token.type === 'link_open') isOmitted = isOutside(href, folder);
    if (token.type.startsWith('link_') && isOmitted) {
      token.type = 'text';
      token.content = '';
    } else if (token.type === 'link_open') {
      token.attrSet('href', href.replace(/README\.md(?=#|$)/, 'index.md'));
    }
  }
}

/** README.md is the index of its folder. A link to a page that does not exist stays and fails the build. */
const adaptLinks: NonNullable<MarkdownOptions['config']> = (md) => {
  md.core.ruler.push('repository_links', ({ tokens, env }) => {
    const folder = dirname(String(env.realPath ?? env.path));
    for (const { children } of tokens) adaptTokens(children ?? [], folder);
  });
};

const SPANISH_SEARCH: DefaultTheme.LocalSearchOptions['translations'] = {
  button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
  modal: {
    noResultsText: 'Sin resultados para',
    resetButtonTitle: 'Borrar la búsqueda',
    displayDetails: 'Mostrar detalles',
    footer: { selectText: 'elegir', navigateText: 'moverse', closeText: 'cerrar' },
  },
};

const FOLDERS = ['guide', 'operate', 'reference', 'contribute', 'decisions'];

export default defineConfig({
  title: 'Participant Gateway',
  description: 'GraphQL and REST v4 over a KYC participant domain',
  srcDir: './pages',
  outDir: './dist',
  cacheDir: './node_modules/.cache/vitepress',
  cleanUrls: true,
  ignoreDeadLinks: [/^https?:\/\/(?:127\.0\.0\.1|localhost)/],
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, '$1index.md'),
  // Braces of JSON in a table are no attributes.
  markdown: { config: adaptLinks, attrs: { disable: true } },
  locales: {
    root: { label: 'English', lang: 'en' },
    'guide/es': {
      label: 'Español',
      lang: 'es',
      link: '/guide/es/',
      themeConfig: {
        nav: [{ text: 'English', link: '/guide/' }],
        sidebar: [section('guide/es')],
        outline: { label: 'En esta página' },
        docFooter: { prev: 'Anterior', next: 'Siguiente' },
        darkModeSwitchLabel: 'Apariencia',
        sidebarMenuLabel: 'Menú',
        returnToTopLabel: 'Volver arriba',
      },
    },
  },
  themeConfig: {
    nav: FOLDERS.map((folder) => ({
      text: folder.charAt(0).toUpperCase() + folder.slice(1),
      link: `/${folder}/`,
    })),
    sidebar: FOLDERS.map(section),
    search: {
      provider: 'local',
      options: { locales: { 'guide/es': { translations: SPANISH_SEARCH } } },
    },
    outline: [2, 3],
    i18nRouting: false,
  },
});
