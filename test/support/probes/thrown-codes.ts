import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ERROR_CODES, type ErrorCode } from '../../../src/errors.ts';
import { childOf, listOf, parseSource, type SyntaxNode, textOf, walkCode } from './syntax.ts';

/** A piece of code and the file whose names it uses. */
type Code = { path: string; node: SyntaxNode };

/** What the files declare and import, by the names that code uses for it. */
type Sources = {
  /** Functions and constants of a file. */
  declared: Map<string, SyntaxNode[]>;
  imported: Map<string, { path: string; name: string }>;
  /** What a context carries is called as a method: every member of that name that a factory of these layers returns. */
  methods: Map<string, Code[]>;
};

/** Where the factories stand of what a context carries and may state a failure: vault, scanner, token issuer. */
const CARRIED = /^src\/(adapters|auth)\//;

const root = new URL('../../..', import.meta.url).pathname;

/**
 * Returns the codes of AppErrors that the resolver of each mutation can throw, by a static search through imports and
 * the members of the context. Follows calls by name, so it may return a code that no request can cause, but misses
 * none.
 */
export function listThrownCodes(): Map<string, ErrorCode[]> {
  const files = globSync('src/**/*.ts', { cwd: root }).map((path) => ({
    path,
    node: parseSource(path, readFileSync(join(root, path), 'utf8')),
  }));
  const sources = readSources(files);
  const mutations = files.flatMap(listMutations);
  return new Map(mutations.map((one) => [one.name, codesFrom(one, sources)]));
}

function readSources(files: readonly Code[]): Sources {
  const sources: Sources = { declared: new Map(), imported: new Map(), methods: new Map() };
  for (const { path, node: program } of files) {
    for (const statement of listOf(program, 'body')) {
      readImport(path, statement, sources);
      const declaration = childOf(statement, 'declaration') ?? statement;
      for (const one of listOf(declaration, 'declarations'))
        declare(sources, path, { id: childOf(one, 'id'), node: childOf(one, 'init') });
    }
    walkCode(program, (node) => readNested(path, node, sources));
  }
  return sources;
}

type Declaration = { id: SyntaxNode | undefined; node: SyntaxNode | undefined };

function declare({ declared }: Sources, path: string, { id, node }: Declaration): void {
  const name = textOf(id, 'name');
  if (name === undefined || node === undefined) return;
  const key = `${path} ${name}`;
  declared.set(key, [...(declared.get(key) ?? []), node]);
}

/** Functions, wherever they stand, and the members that factories return. */
function readNested(path: string, node: SyntaxNode, sources: Sources): void {
  if (node.type === 'FunctionDeclaration')
    declare(sources, path, { id: childOf(node, 'id'), node: childOf(node, 'body') });
  const init = childOf(node, 'init');
  if (node.type === 'VariableDeclarator' && init?.type === 'ArrowFunctionExpression')
    declare(sources, path, { id: childOf(node, 'id'), node: init });
  if (node.type !== 'Property' || !CARRIED.test(path)) return;
  const name = textOf(childOf(node, 'key'), 'name');
  const value = childOf(node, 'value');
  if (name === undefined || value === undefined) return;
  sources.methods.set(name, [...(sources.methods.get(name) ?? []), { path, node: value }]);
}

function readImport(path: string, statement: SyntaxNode, { imported }: Sources): void {
  const from = textOf(childOf(statement, 'source'), 'value') ?? '';
  if (statement.type !== 'ImportDeclaration' || !from.startsWith('.')) return;
  for (const one of listOf(statement, 'specifiers')) {
    const local = textOf(childOf(one, 'local'), 'name') ?? '';
    const name = textOf(childOf(one, 'imported'), 'name') ?? local;
    imported.set(`${path} ${local}`, { path: normalize(join(dirname(path), from)), name });
  }
}

/** `hasChecks`: Pothos runs those of its argument first, and the builder makes `invalid_input` of what they find. */
type Mutation = { name: string; resolvers: Code[]; hasChecks: boolean };

function listMutations({ path, node: program }: Code): Mutation[] {
  const found: Mutation[] = [];
  walkCode(program, (node) => {
    const [name, field] = listOf(node, 'arguments');
    const text = textOf(name, 'value');
    if (textOf(childOf(childOf(node, 'callee'), 'property'), 'name') !== 'mutationField') return;
    if (text === undefined || field === undefined) throw new Error(`${path} names no mutation.`);
    const resolvers = listMembers(field, 'resolve').map((one) => ({ path, node: one }));
    const hasChecks = listMembers(field, 'validate').length > 0;
    found.push({ name: text, resolvers, hasChecks });
  });
  return found;
}

function listMembers(within: SyntaxNode, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walkCode(within, (node) => {
    const value = childOf(node, 'value');
    const isMeant = node.type === 'Property' && textOf(childOf(node, 'key'), 'name') === name;
    if (isMeant && value !== undefined) found.push(value);
  });
  return found;
}

function codesFrom({ resolvers, hasChecks }: Mutation, sources: Sources): ErrorCode[] {
  const seen = new Set<SyntaxNode>();
  const codes = new Set<ErrorCode>(hasChecks ? ['invalid_input'] : []);
  const waiting = [...resolvers];
  for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) {
    if (seen.has(code.node)) continue;
    seen.add(code.node);
    const { path } = code;
    walkCode(code.node, (node) => {
      const made = madeCode(path, node);
      if (made !== undefined) codes.add(made);
      waiting.push(...listCalled(path, node, sources));
    });
  }
  return ERROR_CODES.filter((code) => codes.has(code));
}

/** The code of the AppError that the node makes, if it makes one. */
function madeCode(path: string, node: SyntaxNode): ErrorCode | undefined {
  const isAppError = textOf(childOf(node, 'callee'), 'name') === 'AppError';
  if (node.type !== 'NewExpression' || !isAppError) return undefined;
  const text = textOf(listOf(node, 'arguments')[0], 'value');
  const code = ERROR_CODES.find((one) => one === text);
  if (code === undefined) throw new Error(`${path} makes an AppError whose code cannot be read.`);
  return code;
}

/** The code that a node may call: by a name of its file, or as a method of what a context carries. */
function listCalled(path: string, node: SyntaxNode, sources: Sources): Code[] {
  const callee = childOf(node, 'callee');
  if (node.type === 'CallExpression' && callee?.type === 'MemberExpression')
    return sources.methods.get(textOf(childOf(callee, 'property'), 'name') ?? '') ?? [];
  const name = node.type === 'Identifier' ? textOf(node, 'name') : undefined;
  return name === undefined ? [] : listDeclared(path, name, sources);
}

function listDeclared(path: string, name: string, sources: Sources): Code[] {
  const origin = sources.imported.get(`${path} ${name}`);
  if (origin !== undefined) return listDeclared(origin.path, origin.name, sources);
  return (sources.declared.get(`${path} ${name}`) ?? []).map((node) => ({ path, node }));
}
