/** How each member of an object is made of a source. */
export type Makers<Source, Made> = { [Name in keyof Made]: (source: Source) => Made[Name] };

const SOURCE = Symbol('source');

/** Makes objects whose members are made when they are first asked for, and kept from then on. */
export function lazily<Source, Made extends object>(
  makers: Makers<Source, Made>,
): (source: Source) => Made {
  const prototype = {};
  for (const [name, make] of Object.entries<(source: Source) => unknown>(makers)) {
    const get = function (this: { [SOURCE]: Source }): unknown {
      const value = make(this[SOURCE]);
      Object.defineProperty(this, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(prototype, name, { get });
  }
  return (source) => Object.assign(Object.create(prototype), { [SOURCE]: source });
}
