import type { Font } from 'fontkit';

// PDFKit accepts fonts parsed by fontkit, which its types lack.
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      registerFont(name: string, font: Font): this;
    }
  }
}
