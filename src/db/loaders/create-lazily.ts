/** Factories of the members of an object, each called with a source. */
export type Factories<Source, Made> = { [Name in keyof Made]: (source: Source) => Made[Name] };

const SOURCE = Symbol('source');
type Lazy<Source> = { [SOURCE]: Source; [made: symbol]: unknown };

/** Creates objects whose members are created on first use and then cached. */
export function createLazily<Source, Made extends object>(
  factories: Factories<Source, Made>,
): (source: Source) => Made {
  const create = function (this: Lazy<Source>, source: Source): void {
    this[SOURCE] = source;
  };
  for (const [name, make] of Object.entries<(source: Source) => unknown>(factories)) {
    const cacheKey = Symbol(name);
    const get = function (this: Lazy<Source>): unknown {
      this[cacheKey] ??= make(this[SOURCE]);
      return this[cacheKey];
    };
    Object.defineProperty(create.prototype, name, { get });
  }
  return (source) => Reflect.construct(create, [source]);
}
