import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../../runtime/module-beside.ts';

/** Module that each thread of such a process loads first. */
export const FORBID_NETWORK: string = fileURLToPath(
  moduleBeside(import.meta.url, 'forbid-network'),
);

/** Folders in which the packages of this project can be: its own, and those around it where it is a package itself. */
const PACKAGES = createRequire(import.meta.url).resolve.paths('any-package') ?? [];

/** Folder of all modules: a build in one folder has them beside this one, the sources two folders above. */
const HERE = import.meta.dirname;
const MODULES = basename(HERE) === 'isolation' ? dirname(dirname(HERE)) : HERE;
/** Node looks there for what kind of modules they are. */
const MANIFESTS = ['..', '../..'].map((folder) => join(MODULES, folder, 'package.json'));

/**
 * Returns what a process that reads documents may read: Node, the program with the modules around it, and the packages, which
 * bring the fonts and the data of the engines along.
 */
export function listReadablePaths(program: string): string[] {
  return [process.execPath, program, MODULES, ...MANIFESTS, ...PACKAGES.filter(existsSync)];
}
