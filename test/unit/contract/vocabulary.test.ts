import { Command } from 'commander';
import { isIntrospectionType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeApi } from '../../../src/rest-compat/docs/openapi.ts';
import { schema } from '../../../src/schema/index.ts';
import { describeMembers } from '../../support/probes/described-members.ts';
import { root, sources } from '../../support/probes/source-files.ts';
import { sourceWords } from '../../support/probes/source-words.ts';
import {
  findInComment,
  findInDescription,
  findInSentence,
  MOST_IN_SRC,
  type Wording,
} from '../../support/probes/vocabulary.ts';

type Text = { place: string; text: string };

function listWrong(texts: readonly Text[], find: (text: string) => Wording[]): string[] {
  return texts.flatMap(({ place, text }) =>
    find(text).map(({ kind, words }) => `${place}: ${kind} "${words}" in: ${text}`),
  );
}

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

/** Descriptions and summaries of the OpenAPI document; examples are data. */
function listApiTexts(value: unknown, place: string): Text[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    if (key === 'example') return [];
    if (typeof member !== 'string') return listApiTexts(member, `${place}/${key}`);
    return ['description', 'summary'].includes(key) ? [{ place, text: member }] : [];
  });
}

/** A function that adds its command to a program. */
const registration = z.custom<(to: Command) => void>((value) => typeof value === 'function');

/** Descriptions of all commands, arguments and options of the command line. */
async function listHelp(): Promise<Text[]> {
  const program = new Command('gateway');
  const commands = sources.find(({ path }) => path === 'src/cli/run-gateway.ts')?.text ?? '';
  const registered = [...commands.matchAll(/import\('\.\/(commands\/[^']+)'\)\)\.(\w+)/g)];
  for (const [, file, name = ''] of registered) {
    const module: unknown = await import(`${root}src/cli/${file}`);
    const registrations = z.looseObject({ [name]: registration }).parse(module);
    registrations[name]?.(program);
  }
  return program.commands.flatMap((command) => describeCommand(command, command.name()));
}

function describeCommand(command: Command, place: string): Text[] {
  const parts = [...command.options, ...command.registeredArguments];
  return [
    { place, text: command.description() },
    // The shape of --json is an example and no sentence.
    ...parts.map(({ description }) => ({ place, text: description.replace(/[[{].*$/s, '') })),
    ...command.commands.flatMap((one) => describeCommand(one, `${place} ${one.name()}`)),
  ].filter(({ text }) => text !== '');
}

const help = await listHelp();

/** What is wrong with a text that may be short. */
function findInShort(text: string): Wording[] {
  return findInDescription(text).filter(({ kind }) => kind !== 'short');
}

describe('public words', () => {
  it('of schema.graphql follow the language', () => {
    const members = types.flatMap(describeMembers);
    expect(members.length).toBeGreaterThan(2000);
    expect(listWrong(members, findInDescription)).toEqual([]);
  });

  it('of OpenAPI follow the language', () => {
    const texts = listApiTexts(describeApi(), '');
    expect(texts.length).toBeGreaterThan(300);
    expect(listWrong(texts, findInShort)).toEqual([]);
  });

  it('of the command line follow the language', () => {
    expect(help.length).toBeGreaterThan(100);
    expect(listWrong(help, findInShort)).toEqual([]);
  });

  it('of errors and printed lines follow the language', () => {
    const sentences = sourceWords.flatMap((one) => one.sentences);
    expect(sentences.length).toBeGreaterThan(200);
    expect(listWrong(sentences, findInSentence)).toEqual([]);
  });
});

describe('words of src', () => {
  it('come nearer to the language: each count of the table only falls', () => {
    const counts: Record<string, number> = {};
    const add = (kind: string) => {
      counts[kind] = (counts[kind] ?? 0) + 1;
    };
    for (const { comments, vagueNames } of sourceWords) {
      for (const { text, isDocstring } of comments)
        for (const { kind } of (isDocstring ? findInComment : findInSentence)(text)) add(kind);
      for (const _ of vagueNames) add('name');
    }
    // A count that rose: use the field's words. One that fell: lower it in MOST_IN_SRC.
    expect(counts).toEqual(MOST_IN_SRC);
  });
});
