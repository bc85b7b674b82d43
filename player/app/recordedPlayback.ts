/** Playback in the name of this device, from when it has an identity: the ledger records each play. */
import type { Identity } from '../../shared/device/storage.ts';
import type { ServerTime } from '../../shared/device/time.ts';
import { createPlayback, type Playback, type PlaybackPorts } from '../engine/playback.ts';
import type { Item } from '../engine/state.ts';
import { createLedger, type Ledger, type LedgerPorts } from '../ledger/ledger.ts';
import { ledgerPlays } from '../ledger/plays.ts';
import type { ContentStore } from '../library/content.ts';
import type { ItemSource } from '../library/itemSource.ts';
import type { Incidents } from '../link/incidents.ts';
import { onFault } from './faults.ts';
import type { StatusStore } from './status.ts';

interface Ports extends Pick<PlaybackPorts, 'clock' | 'stage' | 'onHouse' | 'onSkipped' | 'wasDamaged'> {
  time: ServerTime;
  content: Pick<ContentStore, 'active'>;
  itemSource: ItemSource;
  incidents: Pick<Incidents, 'note'>;
  status: Pick<StatusStore, 'get' | 'set'>;
  /** All that the ledger needs beside the identity. */
  ledgerPorts: Omit<LedgerPorts, 'clock' | 'identity'>;
  /** False while the rider has turned the picture dark. */
  isLit: () => boolean;
  /** An item is on screen. */
  onPicture: () => void;
}
interface RunningPlayback {
  run: Playback;
  ledger: Ledger;
  identity: Identity;
}

export function createRecordedPlayback(ports: Ports) {
  const { clock, time, stage, content, itemSource, incidents, status } = ports;
  let running: RunningPlayback | null = null;
  let pageChange = () => {};
  /** Reported once, until something is shown again. */
  let isAlarmed = false;

  const isOnline = () => {
    const { link } = status.get();
    return link === 'unknown' ? navigator.onLine : link !== 'offline';
  };
  function onShown(item: Item) {
    isAlarmed = false;
    ports.onPicture();
    itemSource.moveTo(item);
  }
  function onAlarm(reason: string) {
    if (isAlarmed) return;
    isAlarmed = true;
    void incidents.note('playback', `Nothing could be shown: ${reason}`).catch(onFault);
  }

  return {
    running: () => running,
    begin: (identity: Identity): RunningPlayback => {
      const ledger = createLedger({ ...ports.ledgerPorts, clock, identity });
      const { positionOf, choose, mayBegin, source } = itemSource;
      const volume = () => stage.volume();
      const run = createPlayback({
        clock,
        stage,
        plays: ledgerPlays({ clock, time, ledger, content, volume, isOnline, positionOf }),
        choose,
        mayBegin,
        source,
        onShown,
        onHouse: ports.onHouse,
        onSkipped: ports.onSkipped,
        onAlarm,
        onFault,
        isVisible: !document.hidden,
        wasDamaged: ports.wasDamaged,
        onUpdate: () => pageChange(),
      });
      running = { run, ledger, identity };
      status.set({ isPaired: true, code: null });
      document.addEventListener('visibilitychange', () => run.setVisible(!document.hidden));
      run.setLit(ports.isLit());
      run.tell({ on: 'tick' });
      return running;
    },
    /** Changes the page between two items, or at once where nothing plays. The last change asked for is made. */
    changePage: (change: () => void) => {
      if (!running) return change();
      pageChange = change;
      running.run.tell({ on: 'update' });
    },
  };
}
