import type { ListName, NameKind } from '../../domain/lists/list-entry.ts';
import { listChildren, type XmlElement } from '../xml/element-tree.ts';
import type { AdvancedReferences } from './advanced-references.ts';

const KIND_BY_ALIAS_TYPE: Record<string, NameKind> = {
  'A.K.A.': 'aka',
  'F.K.A.': 'fka',
  'N.K.A.': 'nka',
};

/** Returns the names of an identity: one for each script of an alias, with its parts in order. */
export function readAdvancedNames(
  identity: XmlElement,
  references: AdvancedReferences,
): ListName[] {
  return listChildren(identity, 'Alias').flatMap((alias) => {
    const { AliasTypeID: type, Primary: primary, LowQuality: lowQuality } = alias.attributes;
    const aliasType = references.values.get(`AliasType ${type}`) ?? '';
    const kind = lowQuality === 'true' ? 'weak' : (KIND_BY_ALIAS_TYPE[aliasType] ?? 'aka');
    return listChildren(alias, 'DocumentedName').flatMap((name) =>
      listSpellings(name, references).map((spelling): ListName => {
        if (spelling.script !== 'Latin') return { name: spelling.name, kind: 'original' };
        return { name: spelling.name, kind: primary === 'true' ? 'primary' : kind };
      }),
    );
  });
}

function listSpellings(
  documentedName: XmlElement,
  { values }: AdvancedReferences,
): { name: string; script: string }[] {
  const parts = listChildren(documentedName, 'DocumentedNamePart').flatMap((part) =>
    listChildren(part, 'NamePartValue'),
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
