import type { ListName, NameKind } from '../../domain/lists/list-entry.ts';
import { childrenOf, type XmlElement } from '../xml/element-tree.ts';
import type { AdvancedReferences } from './advanced-references.ts';

const KINDS: Record<string, NameKind> = { 'A.K.A.': 'aka', 'F.K.A.': 'fka', 'N.K.A.': 'nka' };

/** The names of an identity, each of the scripts of an alias one name; parts in their order. */
export function readAdvancedNames(
  identity: XmlElement,
  references: AdvancedReferences,
): ListName[] {
  return childrenOf(identity, 'Alias').flatMap((alias) => {
    const { AliasTypeID: type, Primary: primary, LowQuality: low } = alias.attributes;
    const word = references.values.get(`AliasType ${type}`) ?? '';
    const kind = low === 'true' ? 'weak' : (KINDS[word] ?? 'aka');
    return childrenOf(alias, 'DocumentedName').flatMap((name) =>
      spellings(name, references).map((spelling): ListName => {
        if (spelling.script !== 'Latin') return { name: spelling.name, kind: 'original' };
        return { name: spelling.name, kind: primary === 'true' ? 'primary' : kind };
      }),
    );
  });
}

function spellings(
  documented: XmlElement,
  { values }: AdvancedReferences,
): { name: string; script: string }[] {
  const parts = childrenOf(documented, 'DocumentedNamePart').flatMap((part) =>
    childrenOf(part, 'NamePartValue'),
  );
  const byScript = Map.groupBy(
    parts.filter(({ text }) => text !== ''),
    ({ attributes }) => values.get(`Script ${attributes['ScriptID']}`) ?? 'Latin',
  );
  return [...byScript].map(([script, texts]) => ({
    script,
    name: texts.map(({ text }) => text).join(' '),
  }));
}
