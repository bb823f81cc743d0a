// Worker script of tesseract.js, as a module of this project, so that a bundled build contains it.
import 'tesseract.js/src/worker-script/node/index.js';
