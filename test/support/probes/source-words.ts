import { parseSync } from 'oxc-parser';
import { sources } from './source-files.ts';
import { childOf, listOf, type SyntaxNode, textOf } from './syntax.ts';
import { VAGUE_NAMES } from './vocabulary.ts';

export type Comment = { text: string; isDocstring: boolean };

type Sentence = { place: string; text: string };

/** Returns the text of a comment in one line. */
function toComment({ type, value }: { type: string; value: string }): Comment {
  return {
    isDocstring: type === 'Block' && value.startsWith('*'),
    text: value
      .replace(/^\*/, '')
      .replaceAll(/^\s*\* ?/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  };
}

/** Functions and classes whose text arguments are shown to people. */
const SPEAKERS: ReadonlySet<string> = new Set([
  'AppError',
  'OperatorError',
  'InvalidArgumentError',
  'invalidAt',
  'rule',
  'badRequest',
  'printLine',
  'printLines',
  'printNote',
]);

/** Lists the sentences that a file passes to errors, issues and the terminal. */
function listSentences(path: string, program: SyntaxNode): Sentence[] {
  const sentences: Sentence[] = [];
  visit(program, (node) => {
    if (!/^(Call|New)Expression$/.test(node.type)) return;
    if (!SPEAKERS.has(textOf(childOf(node, 'callee'), 'name') ?? '')) return;
    for (const argument of listOf(node, 'arguments'))
      for (const sentence of textsOf(argument))
        if (sentence.includes(' ')) sentences.push({ place: path, text: sentence });
  });
  return sentences;
}

function textsOf(node: SyntaxNode): string[] {
  if (node.type === 'Literal') return [textOf(node, 'value') ?? ''];
  if (node.type !== 'TemplateLiteral') return [];
  return [
    listOf(node, 'quasis')
      .map((quasi) => {
        const value: unknown = Reflect.get(quasi, 'value');
        const raw: unknown =
          typeof value === 'object' && value !== null ? Reflect.get(value, 'raw') : '';
        return typeof raw === 'string' ? raw : '';
      })
      .join('x'),
  ];
}

/** Lists the variables and parameters of a file whose names say nothing. */
function listVagueNames(program: SyntaxNode): string[] {
  const names: string[] = [];
  const addNames = (node: SyntaxNode | undefined): void => {
    if (node === undefined) return;
    const name = textOf(node, 'name');
    if (node.type === 'Identifier' && name !== undefined && VAGUE_NAMES.has(name)) names.push(name);
    for (const member of ['argument', 'left', 'value']) addNames(childOf(node, member));
    for (const member of ['elements', 'properties']) listOf(node, member).forEach(addNames);
  };
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator') addNames(childOf(node, 'id'));
    if (/Function(Declaration|Expression)$/.test(node.type))
      listOf(node, 'params').forEach(addNames);
  });
  return names;
}

function visit(node: SyntaxNode, onNode: (node: SyntaxNode) => void): void {
  onNode(node);
  for (const value of Object.values(node)) {
    const children: unknown[] = Array.isArray(value) ? value : [value];
    for (const child of children)
      if (typeof child === 'object' && child !== null && 'type' in child && isNode(child))
        visit(child, onNode);
  }
}

function isNode(value: object & { type: unknown }): value is SyntaxNode {
  return typeof value.type === 'string';
}

/** Comments, sentences and vague names of each file of src. Each file is parsed once. */
export const sourceWords = sources.map((source) => {
  const { program, comments } = parseSync(source.path, source.text);
  return {
    comments: comments.map(toComment),
    sentences: listSentences(source.path, program),
    vagueNames: listVagueNames(program),
  };
});
