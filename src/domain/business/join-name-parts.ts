type NameParts = {
  name?: string | null | undefined;
  paternalSurname?: string | null | undefined;
  maternalSurname?: string | null | undefined;
};

/** Joins the non-blank parts of a name, in the order used in Mexico. Empty text when there are none. */
export function joinNameParts({ name, paternalSurname, maternalSurname }: NameParts): string {
  return [name, paternalSurname, maternalSurname]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');
}
