import type { Font } from 'fontkit';

// The library takes fonts that are read already; its types do not say so yet.
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      registerFont(name: string, font: Font): this;
    }
  }
}
