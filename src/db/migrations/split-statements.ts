/** Semicolons within these do not end a command: literals, names, function bodies and comments. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;
const LEADING_COMMENTS = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/;

/** Splits an SQL text into its commands, without semicolons and the comments before them. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let from = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token !== ';') continue;
    statements.push(text.slice(from, index));
    from = index + 1;
  }
  statements.push(text.slice(from));
  const commands = statements.map((statement) => statement.replace(LEADING_COMMENTS, '').trimEnd());
  return commands.filter((command) => command !== '');
}
