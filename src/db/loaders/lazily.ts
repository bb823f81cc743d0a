/** Functions that create each member of an object from a source. */
export type Makers<Source, Made> = { [Name in keyof Made]: (source: Source) => Made[Name] };

const SOURCE = Symbol('source');
type Lazy<Source> = { [SOURCE]: Source; [made: symbol]: unknown };

/** Creates objects whose members are created on first use and then kept. */
export function lazily<Source, Made extends object>(
  makers: Makers<Source, Made>,
): (source: Source) => Made {
  const create = function (this: Lazy<Source>, source: Source): void {
    this[SOURCE] = source;
  };
  for (const [name, make] of Object.entries<(source: Source) => unknown>(makers)) {
    const made = Symbol(name);
    const get = function (this: Lazy<Source>): unknown {
      this[made] ??= make(this[SOURCE]);
      return this[made];
    };
    Object.defineProperty(create.prototype, name, { get });
  }
  return (source) => Reflect.construct(create, [source]);
}
