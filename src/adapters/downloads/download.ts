/** Validators of a file version, for conditional requests. */
export type Validators = { etag: string | null; lastModified: string | null };

export type DownloadRequest = {
  url: string;
  /** Path of the file to write. */
  path: string;
  /** Validators of the stored version. */
  validators?: Validators | undefined;
  signal: AbortSignal;
  /** Called for each chunk. `total` is null when the server does not send a length. */
  onBytes: (read: number, total: number | null) => void;
};

export type Downloaded =
  | { kind: 'unchanged' }
  | { kind: 'saved'; bytes: number; validators: Validators };
