/** Size of a printed picture, in points. */
export type PictureBox = { width: number; height: number };

/** Uploaded picture, and the box that it is printed in. */
export type PictureInput = { bytes: Uint8Array; box: PictureBox };

/** Picture as it is printed. */
export type Picture = { jpeg: Uint8Array; width: number; height: number };

/**
 * Prepares uploaded pictures for printing. The result has null for null and for a picture that cannot be shown. Rejects
 * when the process that decodes them is lost.
 */
export type PreparePictures = (
  pictures: readonly (PictureInput | null)[],
) => Promise<(Picture | null)[]>;
