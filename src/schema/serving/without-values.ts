/**
 * Removes values that the client sent from a message of graphql-js or Yoga, because they may be personal data. Names of
 * the document and the schema remain, which are needed to correct a query.
 */
export function withoutValues(message: string): string {
  const named = NAMED.find((pattern) => pattern.test(message));
  if (named !== undefined) return message.replace(named, '$1.');
  const cut = CUTS.reduce((text, [pattern, rest]) => text.replace(pattern, rest), message);
  return cut.replace(/"[^"]*"/g, (quoted) => (NAME.test(quoted) ? quoted : '"…"'));
}

/** Quoted names of graphql-js: `$variable`, `@directive`, `[Type!]!`, `Type.field(argument:)`, and punctuation. */
const NAME =
  /^"(?:\[*[$@]?\w+[\]!]*|@?\w+(?:\.\w+)?(?:\(\w+:\))?|\w+ \{ \.\.\. \}|[{}()[\]$!:=&|@]|\.\.\.)"$/;

/**
 * Messages that quote a name or a token and no value before the part that is cut. A name has at most 64 characters;
 * strings and numbers of a document are values.
 */
const NAMED: readonly RegExp[] = [
  /^(Syntax Error: (?:Expected .{1,20}?, found|Unexpected) (?:Name "[_a-z]\w{0,63}"|<EOF>|"(?:\.{3}|[!$&():=@[\]{|}])"))\.$/i,
  /^(Syntax Error: (?:Expected .{1,20}?, found|Unexpected) (?:Int|Float|String|BlockString)) ".*$/s,
  /^(Syntax Error: Unexpected single quote character \('\), did you mean to use a double quote \("\))\?$/,
  /^(Unexpected parameter "[_a-z]\w{0,63}" in the request body)\.$/i,
  /^((?:Variable "\$\w+" has invalid value(?: at [\w.[\]]+)?: )?Expected value of type "[\w![\]]+" not to include unknown field "[_a-z]\w{0,63}")(?:\.|, found: \{.*)$/is,
];

/**
 * Parts of messages of graphql-js 17.1 and Yoga 5.24 that quote a value, from its first character to the end, or
 * greedily to the last occurrence of the words that follow. A value may contain quotation marks and words of other
 * messages, so that patterns with words on both sides come first.
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
