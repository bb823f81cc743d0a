/**
 * A message of graphql or yoga without the values that the client sent, which may be personal data. Names that
 * stand in the document or the schema stay, for without them nobody could mend a query.
 */
export function withoutValues(message: string): string {
  const named = NAMED.find((pattern) => pattern.test(message));
  if (named !== undefined) return message.replace(named, '$1.');
  const cut = CUTS.reduce((text, [pattern, rest]) => text.replace(pattern, rest), message);
  return cut.replace(/"[^"]*"/g, (quoted) => (NAME.test(quoted) ? quoted : '"…"'));
}

/** What graphql quotes as a name, `$variable`, `@directive`, `[Type!]!`, `Type.field(argument:)`, or as a sign of its own. */
const NAME =
  /^"(?:\[*[$@]?\w+[\]!]*|@?\w+(?:\.\w+)?(?:\(\w+:\))?|\w+ \{ \.\.\. \}|[{}()[\]$!:=&|@]|\.\.\.)"$/;

/**
 * What is wrong at a name that the client wrote, or at a sign of the language; up to where a value may follow. What
 * stands in quotation marks in a document is a value, and numbers are.
 */
const NAMED: readonly RegExp[] = [
  /^(Syntax Error: (?:Expected .{1,20}?, found|Unexpected) (?:Name "[_a-z]\w{0,63}"|<EOF>|"(?:\.{3}|[!$&():=@[\]{|}])"))\.$/i,
  /^(Syntax Error: (?:Expected .{1,20}?, found|Unexpected) (?:Int|Float|String|BlockString)) ".*$/s,
  /^(Syntax Error: Unexpected single quote character \('\), did you mean to use a double quote \("\))\?$/,
  /^(Unexpected parameter "[_a-z]\w{0,63}" in the request body)\.$/i,
  /^((?:Variable "\$\w+" has invalid value(?: at [\w.[\]]+)?: )?Expected value of type "[\w![\]]+" not to include unknown field "[_a-z]\w{0,63}")(?:\.|, found: \{.*)$/is,
];

/**
 * Where the messages of graphql 17.1 and yoga 5.24 quote a value, each from its first sign to the end or, where
 * words follow that matter, greedily to the last place of those. A value may hold quotation marks and even the
 * words of another message, so those that are bounded by words on both sides come first.
 */
const CUTS: readonly (readonly [pattern: RegExp, rest: string])[] = [
  [/^(Syntax Error: Expected .{1,20}?), found .*$/s, '$1.'],
  [/^(Syntax Error: (?:Unexpected|Invalid) [^"]*?)(?: but got)?:? *(?:"|U\+).*$/s, '$1.'],
  [/^Unknown operation named ".*$/s, 'Unknown operation name.'],
  [/^Unexpected parameter ".*$/s, 'Unexpected parameter in the request body.'],
  [/Value ".*" does not exist in /s, 'The value does not exist in '],
  [/ unknown field ".*$/s, ' an unknown field.'],
  [/(?:, found|, but encountered error).*$/s, '.'],
  [/(cannot represent [\w\s-]*?value)s?: .*$/s, '$1.'],
];
