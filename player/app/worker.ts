/** Registers the service worker and lets a new build take over between two items. */
import { every, sleep, type Clock } from '../../shared/clock.ts';
import { SERVICE_WORKER } from '../../shared/constants.ts';
import type { UpdateDirective } from '../../shared/contract/fleet/build.ts';
import { randomUnit } from '../../shared/random.ts';
import { workerUrl } from '../../shared/web/trusted.ts';

/** The first picture comes before the worker: it fetches the whole shell. */
const AFTER_FIRST_PICTURE_MS = 1_500;
const CHANGE_LIMIT_MS = 5_000;
/** A server that says nothing for so long does not keep a screen from a build that may mend it. */
const VERDICT_TIMEOUT_MS = 10 * 60_000;
/** The first check comes so much sooner or later, so that a fleet that started together does not ask together. */
const JITTER_MS = 5 * 60_000;

export interface WorkerPorts {
  clock: Clock;
  workers: ServiceWorkerContainer;
  /** A stored chunk was damaged. */
  onChunkDamaged: (sha256: string) => void;
  /** There is another build to change to: `change` is to be called between two items. */
  onUpdate: (change: () => void) => void;
  /** Asks the server whether this screen may take what waits. */
  askServer: () => Promise<void>;
  /** Calls with each word of the server; null: whatever waits may be taken. */
  onVerdict: (hear: (word: UpdateDirective | null) => void) => void;
  /** The new build did not come; playing goes on. */
  onUpdateFailed: () => void;
  /** This build was found bad: the page is of the one before. */
  onBuildBad: (build: string) => void;
  /** What was installed here is gone from the disk; it comes again. */
  onStorageLoss: (what: 'worker' | 'files') => void;
  /** Was there a worker before? */
  wasThere: () => Promise<boolean>;
  rememberWorker: () => Promise<void>;
  /** A new build did not install; this one plays on. */
  onInstallFailed: () => void;
  /** Something is on screen. */
  shown: Promise<unknown>;
  /** A file of this build. */
  entry: string;
  reload: () => void;
  onFault: (error: unknown) => void;
  /** From 0 up to 1. */
  random?: () => number;
}

export async function installWorker(ports: WorkerPorts): Promise<void> {
  const { clock, workers } = ports;
  workers.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = event.data as { type?: string; sha256?: string; build?: string } | null;
    if (message?.type === 'library-bad' && message.sha256) ports.onChunkDamaged(message.sha256);
    if (message?.type === 'shell-lost') ports.onStorageLoss('files');
    if (message?.type === 'build-bad' && message.build) ports.onBuildBad(message.build);
  });
  void ports.shown.then(() => workers.controller?.postMessage({ type: 'healthy', entry: ports.entry }));
  await sleep(clock, AFTER_FIRST_PICTURE_MS);
  const wasThere = await ports.wasThere().catch(() => false);
  if (wasThere && !(await workers.getRegistration())) ports.onStorageLoss('worker');
  const registration = await workers.register(workerUrl, { scope: '/', updateViaCache: 'none' });
  void ports.rememberWorker().catch(ports.onFault);
  const offer = createUpdateOffer(ports, registration);
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing;
    let isInstalled = false;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && !isInstalled) ports.onInstallFailed();
      isInstalled ||= installing.state === 'installed';
      if (installing.state === 'installed') offer();
    });
  });
  offer();
  const { random = randomUnit } = ports;
  let spread = (2 * random() - 1) * JITTER_MS;
  const pause = () => {
    const ms = SERVICE_WORKER.updateCheckMs + spread;
    spread = 0;
    return ms;
  };
  every(clock, pause, () => registration.update().catch(ports.onFault));
}

/** What waits is taken once the server says so; what runs is left once it was called back. */
function createUpdateOffer(ports: WorkerPorts, registration: ServiceWorkerRegistration): () => void {
  const { clock, workers, entry } = ports;
  let isAsked = false;
  let isCalledBack = false;
  let stopWaiting = () => {};
  const takeUpdate = () => {
    isAsked = false;
    stopWaiting();
    ports.onUpdate(() => takeOver(ports, registration));
  };
  ports.onVerdict(word => {
    stopWaiting();
    if (word === null && isAsked) takeUpdate();
    if (word !== 'back' || isCalledBack) return;
    isCalledBack = true;
    /** Where there is a build before it, the worker begins the page anew. */
    ports.onUpdate(() => {
      clock.after(CHANGE_LIMIT_MS, ports.onUpdateFailed);
      workers.controller?.postMessage({ type: 'call-back', entry });
    });
  });
  return () => {
    if (!registration.waiting || !workers.controller) return;
    isAsked = true;
    stopWaiting = clock.after(VERDICT_TIMEOUT_MS, takeUpdate);
    ports.askServer().catch(ports.onFault);
  };
}

function takeOver(
  { clock, workers, reload, onUpdateFailed }: WorkerPorts,
  { waiting }: ServiceWorkerRegistration,
) {
  const giveUp = clock.after(CHANGE_LIMIT_MS, onUpdateFailed);
  const go = () => {
    giveUp();
    reload();
  };
  workers.addEventListener('controllerchange', go, { once: true });
  waiting?.postMessage({ type: 'take-over' });
}
