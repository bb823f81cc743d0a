import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../../runtime/module-beside.ts';

/** Module that each thread of a reader process loads first. */
export const FORBID_NETWORK: string = fileURLToPath(
  moduleBeside(import.meta.url, 'forbid-network'),
);

/**
 * Folders that may contain the packages: those of this project, and of the projects that have installed it as a
 * package.
 */
const PACKAGES = createRequire(import.meta.url).resolve.paths('any-package') ?? [];

/**
 * Root folder of the modules. A bundled build has all modules in the folder of this file; in the sources, the root is
 * two levels above.
 */
const OWN_FOLDER = import.meta.dirname;
const MODULES = basename(OWN_FOLDER) === 'isolation' ? dirname(dirname(OWN_FOLDER)) : OWN_FOLDER;
/** Package manifests, from which Node reads the module type. */
const MANIFESTS = ['..', '../..'].map((folder) => join(MODULES, folder, 'package.json'));

/**
 * Returns the paths that a reader process may read: Node, the program with its modules, and the packages, which contain
 * fonts and OCR data.
 */
export function listReadablePaths(program: string): string[] {
  return [process.execPath, program, MODULES, ...MANIFESTS, ...PACKAGES.filter(existsSync)];
}
