import { useState } from 'react';
import { type FragmentOf, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { documentFields } from './document-fields.tsx';

type Props = {
  file: { name: string; mediaType: string; downloadUrl: string | null };
  extraction: FragmentOf<typeof documentFields>;
};

/** Picture with a box around each value, numbered as in the table; other files are a link. */
export function DocumentPicture({ file, extraction }: Props) {
  // Each query returns a new link, and each download is audited: the first link is kept.
  const words = useWords().documents;
  const [url] = useState(file.downloadUrl);
  const { found } = readFragment(documentFields, extraction).fields;
  if (url === null) return <p className="notice">{words.noDownload}</p>;
  if (!file.mediaType.startsWith('image/'))
    return (
      <p className="notice">
        <a href={url} download={file.name}>
          {file.name}
        </a>{' '}
        {words.noPicture}
      </p>
    );
  return (
    <figure className="card picture">
      <div>
        <img src={url} alt={words.picture(file.name)} />
        {group(found).map(({ numbers, box }) => (
          <span key={numbers} className="box" style={place(box)} aria-hidden="true">
            <b>{numbers}</b>
          </span>
        ))}
      </div>
      <figcaption className="muted">{words.boxes}</figcaption>
    </figure>
  );
}

/** Groups values at one position into one box, for example a CURP and the birth date in it. */
function group(found: readonly { box: Box | null }[]): { numbers: string; box: Box }[] {
  const places = new Map<string, { numbers: string; box: Box }>();
  for (const [index, { box }] of found.entries()) {
    if (box === null) continue;
    const key = JSON.stringify(box);
    const known = places.get(key);
    const numbers = known === undefined ? `${index + 1}` : `${known.numbers}, ${index + 1}`;
    places.set(key, { numbers, box });
  }
  return [...places.values()];
}

type Box = { left: number; top: number; width: number; height: number };

function place({ left, top, width, height }: Box) {
  return {
    left: toPercent(left),
    top: toPercent(top),
    width: toPercent(width),
    height: toPercent(height),
  };
}

function toPercent(share: number): string {
  return `${share * 100}%`;
}
