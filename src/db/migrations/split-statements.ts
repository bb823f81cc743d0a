/**
 * Semicolon that ends a command, or a token in which a semicolon does not: literal, quoted name, function body or
 * comment.
 */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;
const LEADING_COMMENTS = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/;

/** Splits an SQL text into its commands, without semicolons and the comments before them. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token !== ';') continue;
    statements.push(text.slice(start, index));
    start = index + 1;
  }
  statements.push(text.slice(start));
  const commands = statements.map((statement) => statement.replace(LEADING_COMMENTS, '').trimEnd());
  return commands.filter((command) => command !== '');
}
