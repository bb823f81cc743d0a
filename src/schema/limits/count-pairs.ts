import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export type Written = {
  fragments: readonly FragmentDefinitionNode[];
  /** Number of fields at which counting stops: the document is rejected for its size, or for a recursive fragment. */
  fieldsMax: number;
};

/**
 * Counts the pairs of fields with the same name at the same position, over all positions. Validation compares the
 * fields of each pair.
 */
export function countPairs(set: SelectionSetNode, { fragments, fieldsMax }: Written): number {
  const byName = new Map(
    fragments.map((fragment) => [fragment.name.value, fragment.selectionSet.selections]),
  );
  let fieldsLeft = fieldsMax;
  let pairs = 0;

  const collect = (selections: readonly SelectionNode[], place: Place): void => {
    for (const selection of selections) {
      if (fieldsLeft <= 0) return;
      if (selection.kind === Kind.FIELD) {
        fieldsLeft -= 1;
        addField(selection, place);
      } else if (selection.kind === Kind.INLINE_FRAGMENT)
        collect(selection.selectionSet.selections, place);
      else if (!place.spread.has(selection.name.value)) {
        place.spread.add(selection.name.value);
        collect(byName.get(selection.name.value) ?? [], place);
      }
    }
  };
  const places = [[set]];
  for (const sets of places) {
    const place: Place = { fields: new Map(), spread: new Set() };
    for (const selectionSet of sets) collect(selectionSet.selections, place);
    for (const same of place.fields.values()) {
      pairs += (same.length * (same.length - 1)) / 2;
      const inner = same.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length > 0) places.push(inner);
    }
  }
  return pairs;
}

/** Fields at one position, reached through any selections. */
type Place = { fields: Map<string, FieldNode[]>; spread: Set<string> };

function addField(field: FieldNode, { fields }: Place): void {
  const name = (field.alias ?? field.name).value;
  const same = fields.get(name);
  if (same === undefined) fields.set(name, [field]);
  else same.push(field);
}
