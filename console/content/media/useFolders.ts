import { useQuery } from '@tanstack/react-query';
import { mediaFolders } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';

/** Folders and tags of the library, with how many files each has. */
export function useFolders() {
  const { client } = useAuth();
  return useQuery(read(client, mediaFolders, {}));
}
