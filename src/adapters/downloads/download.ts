/** What a server says of a file's version, to be asked by whether it is another one. */
export type Validators = { etag: string | null; lastModified: string | null };

export type DownloadRequest = {
  url: string;
  /** The file that is written. */
  path: string;
  /** Of the version that is there already. */
  validators?: Validators | undefined;
  signal: AbortSignal;
  /** `total` is null where the server does not say it. */
  onBytes: (read: number, total: number | null) => void;
};

export type Downloaded =
  | { kind: 'unchanged' }
  | { kind: 'saved'; bytes: number; validators: Validators };
