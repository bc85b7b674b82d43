/** After the first frame: looks whether the database is the one it was, and takes back what only its copy knows. */
import type { Incidents } from '../link/incidents.ts';
import type { Ledger } from './ledger.ts';
import type { Mirror } from './mirror.ts';

interface Ports {
  mirror: Mirror;
  ledger: Pick<Ledger, 'adopt'>;
  incidents: Pick<Incidents, 'note'>;
  onFault: (error: unknown) => void;
}

/** Plays taken back. Where the database was lost somebody hears of it. */
export async function recover({ mirror, ledger, incidents, onFault }: Ports): Promise<number> {
  const birth = await mirror.checkBirthMark();
  if (birth === 'first') await mirror.copyAll();
  const orphans = await mirror.orphans();
  await ledger.adopt(orphans);
  if (birth === 'lost') {
    const what = `The database of this screen came back empty; ${orphans.length} plays were in its copy`;
    onFault(new Error(what));
    await incidents.note('storage_loss', what);
  }
  return orphans.length;
}
