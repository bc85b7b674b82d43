/** Draws what is to be seen of alerts, above all that plays and all that a hand has opened. */
import './view.css';
import { sleep, type Clock } from '../../shared/clock.ts';
import { drawAlert, fitAlert, type AlertLabel } from '../../shared/alerts/draw.ts';
import type { AlertsOnScreen } from '../../shared/alerts/screen.ts';
import type { PlayerAlert } from '../../shared/contract/alerts/playerAlerts.ts';
import { el } from '../screens/dom.ts';
import { loadBothLanguages, type Bilingual } from '../screens/texts.ts';
import { chime } from './chime.ts';

/** A browser that is short of time gives no frame for a while. */
const FRAME_LIMIT_MS = 1_000;

interface Ports {
  clock: Clock;
  tz: () => string | undefined;
  /** A rider has muted or dimmed this screen. */
  isOverridden: () => boolean;
  isConfirmed: (alert: PlayerAlert) => boolean;
  onConfirmed: (alert: PlayerAlert) => void;
  onFault: (error: unknown) => void;
}
export interface AlertView {
  /** Resolves with the frame that shows them; false: the page is hidden, nobody sees anything. */
  show: (alerts: AlertsOnScreen) => Promise<boolean>;
}

/** A browser may be older than a name of a zone: then its machine's own zone is the best there is. */
function zoneHere(tz: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: tz }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const nameOf = ({ id, version }: PlayerAlert) => `${id} ${version}`;

export function createAlertView(ports: Ports): AlertView {
  void import('../fonts/fonts.ts');
  /** An alert is shown without the words around it rather than not at all. */
  let both: Bilingual = [];
  const box = el('div', 'layer alerts alert-box');
  /** Its size is that of the screen, which somebody may turn. */
  new ResizeObserver(() => box.querySelectorAll<HTMLElement>('.alert').forEach(fitAlert)).observe(box);
  const sounded = new Set<string>();
  let shown = '';

  function note(key: 'confirm' | 'confirmed' | 'overridden') {
    const texts = both.map(({ language, say }) =>
      Object.assign(el('span', '', say(`screen.${key}`)), { lang: language }),
    );
    return el('div', 'alert-note', ...texts);
  }
  function draw(alert: PlayerAlert): HTMLElement {
    const words = both.map(({ language, say }) => ({
      language,
      say: (label: AlertLabel, params?: { time: string }) => say(`screen.${label}`, params),
    }));
    const section = drawAlert(alert, words, zoneHere(ports.tz()));
    if (alert.template !== 'takeover') return section;
    if (ports.isOverridden()) section.append(note('overridden'));
    if (navigator.maxTouchPoints > 0) askToConfirm(alert, section);
    return section;
  }
  function askToConfirm(alert: PlayerAlert, section: HTMLElement) {
    const hint = note(ports.isConfirmed(alert) ? 'confirmed' : 'confirm');
    section.append(hint);
    const confirm = () => {
      hint.replaceWith(note('confirmed'));
      ports.onConfirmed(alert);
    };
    section.addEventListener('pointerdown', confirm, { once: true });
  }
  function sound(alert: PlayerAlert) {
    if (!alert.sound || sounded.has(nameOf(alert))) return;
    sounded.add(nameOf(alert));
    chime().catch(ports.onFault);
  }

  return {
    async show({ takeover, banner, ticker }) {
      const alerts = [takeover, banner, ticker].filter(alert => alert !== null);
      if (alerts.length === 0) {
        box.remove();
        shown = '';
        return false;
      }
      const names = [...alerts.map(nameOf), ports.isOverridden()].join();
      if (names === shown) return !document.hidden;
      if (both.length === 0) both = await loadBothLanguages('emergency').catch(() => []);
      const sections = alerts.map(draw);
      box.replaceChildren(...sections);
      /** Only now: what could not be drawn is drawn again, and nobody reports it as shown. */
      shown = names;
      if (!box.isConnected) document.body.append(box);
      /** What a hand opened lies in the browser's top layer, where nothing of a page comes above it. */
      if (takeover) for (const dialog of document.querySelectorAll('dialog')) dialog.close();
      sections.forEach(fitAlert);
      alerts.forEach(sound);
      if (document.hidden) return false;
      const frame = new Promise(done => requestAnimationFrame(done));
      await Promise.race([frame, sleep(ports.clock, FRAME_LIMIT_MS)]);
      return true;
    },
  };
}
