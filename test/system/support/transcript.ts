import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Folder that transcripts of walks with pictures are written to; without it none is written. */
const { TRANSCRIPT_FOLDER } = process.env;

export type Transcript = {
  /** Adds a step with a picture of the page. */
  add: (title: string) => Promise<void>;
  /** Writes the Markdown file. */
  close: () => Promise<void>;
};

/** Opens the transcript of a walk, which does nothing unless TRANSCRIPT_FOLDER names a folder. */
export async function openTranscript(page: Page, name: string): Promise<Transcript> {
  const folder = TRANSCRIPT_FOLDER;
  if (folder === undefined)
    return { add: async () => await Promise.resolve(), close: async () => await Promise.resolve() };
  await mkdir(folder, { recursive: true });
  const lines = [`# ${name}`, ''];
  let step = 0;
  return {
    add: async (title) => {
      step += 1;
      const picture = `${name}-${String(step).padStart(2, '0')}.png`;
      await page.screenshot({ path: join(folder, picture) });
      lines.push(`${step}. ${title}`, '', `   ![${title}](${picture})`, '');
    },
    close: async () => {
      await writeFile(join(folder, `${name}.md`), lines.join('\n'));
    },
  };
}
