/** Validators of a file version, for conditional requests. */
export type Validators = { etag: string | null; lastModified: string | null };

export type DownloadRequest = {
  url: string;
  /** Path of the file to write. */
  path: string;
  /** Validators of the stored version. */
  validators?: Validators | undefined;
  signal: AbortSignal;
  /** Called for each chunk with the received bytes. `total` is null when the server does not send a length. */
  onBytes: (received: number, total: number | null) => void;
};

/** Result of a download; `unchanged` when the server has no version newer than the validators. */
export type DownloadResult =
  | { kind: 'unchanged' }
  | { kind: 'saved'; bytes: number; validators: Validators };
