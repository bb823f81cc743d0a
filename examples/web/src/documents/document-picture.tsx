import { useState } from 'react';
import { type FragmentOf, readFragment } from '../graphql.ts';
import { documentFields } from './document-fields.tsx';

type Props = {
  file: { name: string; mediaType: string; downloadUrl: string | null };
  extraction: FragmentOf<typeof documentFields>;
};

/** A picture with a box around each value, numbered as in the table; of other files a link. */
export function DocumentPicture({ file, extraction }: Props) {
  // Each link is a new one, and each download is recorded: the first stays.
  const [url] = useState(file.downloadUrl);
  const { found } = readFragment(documentFields, extraction).fields;
  if (url === null) return <p className="notice">The file cannot be downloaded.</p>;
  if (!file.mediaType.startsWith('image/'))
    return (
      <p className="notice">
        <a href={url} download={file.name}>
          {file.name}
        </a>{' '}
        is no picture: the table tells page and place of each value.
      </p>
    );
  return (
    <figure className="card picture">
      <div>
        <img src={url} alt={`The document ${file.name}`} />
        {group(found).map(({ numbers, box }) => (
          <span key={numbers} className="box" style={place(box)} aria-hidden="true">
            <b>{numbers}</b>
          </span>
        ))}
      </div>
      <figcaption className="muted">The numbers of the boxes are those of the fields.</figcaption>
    </figure>
  );
}

/** What stands in one place has one box, such as a CURP and the day of birth in it. */
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
