/** Prints a line on standard output. */
export function printLine(line = ''): void {
  process.stdout.write(`${line}\n`);
}
