/** Factory of each member of an object, called with the dependencies of the object. */
export type Factories<Source, Members> = {
  [Name in keyof Members]: (source: Source) => Members[Name];
};

const SOURCE = Symbol('source');
type Lazy<Source> = { [SOURCE]: Source; [cacheKey: symbol]: unknown };

/**
 * Returns a function that creates objects whose members are created on first use and then cached. The getters are on a
 * shared prototype, so that creating an object costs one assignment.
 */
export function createLazily<Source, Members extends object>(
  factories: Factories<Source, Members>,
): (source: Source) => Members {
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
