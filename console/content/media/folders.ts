/** Folders as the library shows them: where one is, and what is in it. Pure. */
import { NO_FOLDER } from '../../../shared/contract/content/library/mediaLibrary.ts';

export interface Folder {
  path: string;
  files: number;
}
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The folders on the way to this one, itself included. */
export function pathTo(folder: string): string[] {
  if (folder === '' || folder === NO_FOLDER) return [];
  const names = folder.split('/');
  return names.map((_, n) => names.slice(0, n + 1).join('/'));
}

/** Those directly in it. */
export function foldersIn(folder: string, all: readonly Folder[]): Folder[] {
  if (folder === NO_FOLDER) return [];
  const start = folder === '' ? '' : `${folder}/`;
  return all.filter(
    ({ path }) => path.startsWith(start) && path !== folder && !path.slice(start.length).includes('/'),
  );
}
