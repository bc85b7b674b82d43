/** After the first frame: looks whether the database is the one it was, and takes back what only its copy knows. */
import type { Ledger } from './ledger.ts';
import type { Mirror } from './mirror.ts';

interface Ports {
  mirror: Mirror;
  ledger: Pick<Ledger, 'adopt'>;
  onFault: (error: unknown) => void;
}

/** Plays taken back. Told as a fault where the database was lost, so that somebody hears of it. */
export async function recover({ mirror, ledger, onFault }: Ports): Promise<number> {
  const birth = await mirror.birth();
  if (birth === 'first') await mirror.copy();
  const orphans = await mirror.orphans();
  await ledger.adopt(orphans);
  if (birth === 'lost')
    onFault(
      new Error(`The database of this screen came back empty; ${orphans.length} plays were in its copy`),
    );
  return orphans.length;
}
