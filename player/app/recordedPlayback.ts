/** Playback in the name of this device, from when it has an identity: the ledger records each play. */
import type { Identity } from '../../shared/device/storage.ts';
import type { ServerTime } from '../../shared/device/time.ts';
import { createPlayback, type Playback, type PlaybackPorts } from '../engine/playback.ts';
import type { Item } from '../engine/state.ts';
import { createZones, type Zones } from '../engine/zones.ts';
import { createLedger, type Ledger, type LedgerPorts } from '../ledger/ledger.ts';
import { ledgerPlays } from '../ledger/plays.ts';
import type { ContentStore } from '../library/content.ts';
import type { ItemSource } from '../library/itemSource.ts';
import type { Incidents } from '../link/incidents.ts';
import { layoutOf, zoneName, type Layout, type ZonePlace } from '../../shared/playout/zones.ts';
import type { PlayZone } from '../../shared/contract/proof/play.ts';
import type { SecondZone } from '../stage/secondZone.ts';
import type { Stage } from '../stage/stage.ts';
import { onFault } from './faults.ts';
import type { StatusStore } from './status.ts';

interface Ports extends Pick<PlaybackPorts, 'clock' | 'stage' | 'onHouse' | 'onSkipped' | 'wasDamaged'> {
  stage: Stage;
  /** Of the second zone, where the screen is parted. */
  secondSource: ItemSource;
  openSecond: (layout: Layout, play: (stage: Stage, layout: Layout) => Playback) => Promise<SecondZone>;
  time: ServerTime;
  content: Pick<ContentStore, 'active'>;
  itemSource: ItemSource;
  incidents: Pick<Incidents, 'note'>;
  status: Pick<StatusStore, 'get' | 'set'>;
  /** All that the ledger needs beside the identity. */
  ledgerPorts: Omit<LedgerPorts, 'clock' | 'identity'>;
  /** False while the rider has turned the picture dark. */
  isLit: () => boolean;
  /** An item of the main zone is on screen. */
  onPicture: (item: Item) => void;
}
interface RunningPlayback {
  /** The main zone: what plays on this screen. */
  run: Playback;
  zones: Zones;
  ledger: Ledger;
  identity: Identity;
}

export function createRecordedPlayback(ports: Ports) {
  const { clock, time, stage, content, itemSource, incidents, status } = ports;
  let running: RunningPlayback | null = null;
  let pageChange = () => {};

  const isOnline = () => {
    const { link } = status.get();
    return link === 'unknown' ? navigator.onLine : link !== 'offline';
  };
  /** Reported once, until something is shown again. */
  function createAlarm(what: string) {
    let isAlarmed = false;
    return {
      reset: () => void (isAlarmed = false),
      raise: (reason: string) => {
        if (isAlarmed) return;
        isAlarmed = true;
        void incidents.note('playback', `${what}: ${reason}`).catch(onFault);
      },
    };
  }

  const playsOf = (ledger: Ledger, place: ZonePlace, on: Stage, zone: () => PlayZone) => {
    const source = place === 'main' ? itemSource : ports.secondSource;
    const { after } = source;
    const playPlace = (item: Item, at: number) => source.playPlace(item, at);
    const volume = () => on.volume();
    return ledgerPlays({ clock, time, ledger, content, place, zone, volume, isOnline, playPlace, after });
  };

  return {
    running: () => running,
    begin: (identity: Identity): RunningPlayback => {
      const ledger = createLedger({ ...ports.ledgerPorts, clock, identity });
      const common = {
        clock,
        onSkipped: ports.onSkipped,
        onFault,
        wasDamaged: ports.wasDamaged,
      };
      const alarm = createAlarm('Nothing could be shown');
      const run = createPlayback({
        ...common,
        stage,
        plays: playsOf(ledger, 'main', stage, () => zoneName(stage.settings().layout ?? 'full', 'main')),
        choose: itemSource.choose,
        idleMs: () => {
          const idle_s = content.active()?.config?.pacing?.idle_s;
          return idle_s && idle_s * 1_000;
        },
        mayBegin: itemSource.mayBegin,
        source: itemSource.source,
        onShown(item, at) {
          alarm.reset();
          ports.onPicture(item);
          itemSource.moveTo(item, at);
          zones.settle();
        },
        async onHouse() {
          zones.settle();
          await ports.onHouse();
        },
        onAlarm: alarm.raise,
        isVisible: !document.hidden,
        onUpdate() {
          zones.endSecond();
          pageChange();
        },
      });
      const playSecond = (second: Stage, layout: Layout) => {
        const secondAlarm = createAlarm('Nothing could be shown in the second zone');
        return createPlayback({
          ...common,
          stage: second,
          plays: playsOf(ledger, 'second', second, () => zoneName(layout, 'second')),
          choose: ports.secondSource.choose,
          mayBegin: ports.secondSource.mayBegin,
          source: ports.secondSource.source,
          onShown(item, at) {
            secondAlarm.reset();
            ports.secondSource.moveTo(item, at);
          },
          onHouse: () => Promise.resolve(),
          onAlarm: secondAlarm.raise,
          isVisible: false,
          onUpdate: () => {},
        });
      };
      const zones = createZones({
        layout: () => layoutOf(content.active()?.playlist),
        main: run,
        shownLayout: stage.layout,
        isVisible: () => !document.hidden,
        isLit: ports.isLit,
        open: layout => ports.openSecond(layout, playSecond),
        onFault,
      });
      running = { run, zones, ledger, identity };
      status.set({ isPaired: true, code: null });
      document.addEventListener('visibilitychange', () => {
        run.setVisible(!document.hidden);
        zones.setVisible(!document.hidden);
      });
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
