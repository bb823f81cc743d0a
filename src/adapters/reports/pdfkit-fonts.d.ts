import type { Font } from 'fontkit';

// The library accepts parsed fonts, which its types lack.
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      registerFont(name: string, font: Font): this;
    }
  }
}
