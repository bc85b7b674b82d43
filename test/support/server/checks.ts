/** What the process does every few seconds: files are checked until none is left. */
import { checkNext } from '../../../server/content/validation/checker.ts';
import type { TestServer } from './server.ts';

const never = new AbortController().signal;
export async function checkAll({ server }: Pick<TestServer, 'server'>): Promise<void> {
  while (
    await checkNext(server, never, error => {
      throw error;
    })
  );
}
