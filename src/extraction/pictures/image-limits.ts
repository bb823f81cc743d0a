/** Maximum number of pixels of an image, which bounds the memory for decoding it; a larger one is not decoded. */
export const PIXELS_MAX = 40_000_000;
/** Maximum number of pixels of the image in which barcodes are searched; a larger image is scaled down. */
export const PIXELS_FOR_CODES = 12_000_000;
/** Minimum length of the short side: characters of a card in a smaller image are not legible. */
export const SHORT_SIDE_MIN = 600;
/** Long side of a card or page at which characters have the height of the OCR engine's training data. */
export const LONG_SIDE_FOR_OCR = 2_200;
/** Long side for coarse OCR, about 120 dpi for a page, which is faster and sufficient for labels and large print. */
export const LONG_SIDE_FOR_COARSE_OCR = 1_400;
/** Minimum variance of the Laplacian. Below it, characters have no edges. */
export const SHARPNESS_MIN = 12;
