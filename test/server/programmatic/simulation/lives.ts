/**
 * Servers that live one after another on the same database. Each is killed in the middle of its work: its connections
 * break before a statement arrives, or before its answer does, and nothing of what it remembers is left.
 */
import type { Clock } from '../../../../shared/clock.ts';
import { noticeCalls, type NoticeCalls } from '../../../../server/programmatic/notices/worker.ts';
import { plannerMemory, type PlannerMemory } from '../../../../server/programmatic/planner/plan.ts';
import { startTestServer, type ServerPlace, type TestServer } from '../../../support/server/server.ts';
import { tcpLink } from '../../../support/server/tcpLink.ts';
import type { Market } from './market.ts';

export interface Life {
  test: TestServer;
  memory: PlannerMemory;
  notices: NoticeCalls;
  isDead: () => boolean;
  /** What went wrong in this life before it was killed. */
  onFault: (error: unknown) => void;
}
/** Pieces that pass between server and database until the one that is lost. */
interface Fuse {
  to: 'database' | 'server';
  left: number;
}

const LOCK_TIMEOUT = '55P03';
/** What pg says where a request waits too long for a connection, and where its own was cut because nothing was answered on it. */
const NO_CONNECTION = [
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
];
/** A machine with much else to do: nothing is wrong but the time it takes. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return code === LOCK_TIMEOUT || NO_CONNECTION.includes(error.message) || isBusy(error.cause);
}

export async function openLives(clock: Clock, market: Market) {
  const faults: unknown[] = [];
  let kills = 0;
  let postponed = 0;
  let fuse: Fuse | null = null;

  async function live(place?: ServerPlace) {
    let isDead = false;
    let cut = () => {};
    let closeLink = () => {};
    const test = await startTestServer({
      clock,
      partnerCalls: market.calls(() => !isDead),
      ...(place && { place }),
      async databaseAt(url) {
        const link = await tcpLink(url, to => {
          if (isDead || fuse?.to !== to || --fuse.left > 0) return;
          fuse = null;
          cut();
        });
        cut = () => {
          isDead = true;
          kills += 1;
          link.refuse();
        };
        closeLink = () => link.close();
        return link.url;
      },
    });
    const onFault = (error: unknown) => {
      if (isDead) return;
      if (isBusy(error)) postponed += 1;
      else faults.push(error);
    };
    const life: Life = {
      ...{ test, onFault, isDead: () => isDead },
      memory: plannerMemory(test.server.clock),
      notices: noticeCalls(test.server, onFault),
    };
    return { life, closeLink };
  }

  let current = await live();
  const first = current.life.test;
  async function bury() {
    await Promise.allSettled([current.life.test.app.close(), current.life.test.server.close()]);
    current.closeLink();
  }
  return {
    faults,
    kills: () => kills,
    /** Works that found no free connection, or waited too long for a lock; the next round does them. */
    postponed: () => postponed,
    life: () => current.life,
    /** The piece after so many is lost, and the server with it. */
    light: (next: Fuse) => void (fuse = next),
    isLit: () => fuse !== null,
    /** Another one takes the place of one that died meanwhile. */
    async work(act: (life: Life) => Promise<unknown>): Promise<void> {
      const { life } = current;
      await act(life).catch(life.onFault);
      if (!life.isDead()) return;
      await bury();
      current = await live(first.place);
    },
    async close() {
      await bury();
      await first.remove();
    },
  };
}
export type Lives = Awaited<ReturnType<typeof openLives>>;
