import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export type PairCountOptions = {
  fragments: readonly FragmentDefinitionNode[];
  /**
   * Number of fields at which counting stops: a document with more is rejected for its size or for a recursive
   * fragment.
   */
  fieldsMax: number;
};

/**
 * Counts the pairs of fields with the same response name at the same position, over all positions. Validation compares
 * the two fields of each pair.
 */
export function countPairs(
  rootSelection: SelectionSetNode,
  { fragments, fieldsMax }: PairCountOptions,
): number {
  const byName = new Map(
    fragments.map((fragment) => [fragment.name.value, fragment.selectionSet.selections]),
  );
  let fieldsLeft = fieldsMax;
  let pairs = 0;

  const collectFields = (selections: readonly SelectionNode[], position: Position): void => {
    for (const selection of selections) {
      if (fieldsLeft <= 0) return;
      if (selection.kind === Kind.FIELD) {
        fieldsLeft -= 1;
        addField(selection, position);
      } else if (selection.kind === Kind.INLINE_FRAGMENT)
        collectFields(selection.selectionSet.selections, position);
      else if (!position.visitedFragments.has(selection.name.value)) {
        position.visitedFragments.add(selection.name.value);
        collectFields(byName.get(selection.name.value) ?? [], position);
      }
    }
  };
  const positions = [[rootSelection]];
  // The array grows while it is iterated.
  for (const selectionSets of positions) {
    const position: Position = { fields: new Map(), visitedFragments: new Set() };
    for (const selectionSet of selectionSets) collectFields(selectionSet.selections, position);
    for (const sameNameFields of position.fields.values()) {
      pairs += (sameNameFields.length * (sameNameFields.length - 1)) / 2;
      const inner = sameNameFields.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length > 0) positions.push(inner);
    }
  }
  return pairs;
}

/** Fields at one position of the response, by response name, from all selection sets that contribute to it. */
type Position = { fields: Map<string, FieldNode[]>; visitedFragments: Set<string> };

function addField(field: FieldNode, { fields }: Position): void {
  const name = (field.alias ?? field.name).value;
  const sameNameFields = fields.get(name);
  if (sameNameFields === undefined) fields.set(name, [field]);
  else sameNameFields.push(field);
}
