/** The half of the ground that asks to be paired. */
import { formatPairingCode } from '../../../shared/contract/fleet/pairing.ts';
import { clockLength } from '../../../shared/i18n/format.ts';
import type { Player } from '../../app/player.ts';
import type { Status } from '../../app/status.ts';
import { APP_VERSION } from '../../app/version.ts';
import { el, put, rows } from '../dom.ts';
import type { Bilingual, Key, Params } from '../texts.ts';

const SECOND_MS = 1_000;

export function pairingPanel(both: Bilingual, { clock, time }: Pick<Player, 'clock' | 'time'>) {
  const address = `${location.host}/admin/devices`;
  const code = el('div', 'code');
  const qr = el('canvas', 'qr');
  const until = el('div', 'text');
  const link = el('div', 'text state');
  const titles = el('div', 'title', ...rows(both, 'pair.title'));
  const where = el('div', 'text', ...rows(both, 'pair.where', { address }));
  const element = el(
    'section',
    'pairing',
    el('div', 'text', `Wayside ${APP_VERSION}`),
    el('div', 'ask', titles, where, code, until),
    el('div', 'foot', qr, link),
  );
  let drawnCode = '';

  const say = (target: HTMLElement, key: Key, params?: Params) => {
    const lines = rows(both, key, params);
    if (target.textContent !== lines.map(line => line.textContent).join('')) target.replaceChildren(...lines);
  };
  function drawLink({ link: now, retryAt }: Status) {
    if (retryAt === null) return say(link, `link.${now}`);
    const seconds = Math.max(0, Math.ceil((retryAt - clock.mono()) / SECOND_MS));
    say(link, 'link.waiting', { seconds });
  }

  return {
    element,
    draw(status: Status) {
      element.hidden = status.isPaired;
      if (status.isPaired) return;
      link.dataset['link'] = status.retryAt === null ? status.link : 'offline';
      drawLink(status);
      const left = (status.code?.expiresAt ?? 0) - time.now();
      code.hidden = qr.hidden = left <= 0;
      if (status.code === null || left <= 0) return say(until, 'pair.preparing');
      put(code, formatPairingCode(status.code.text));
      say(until, 'pair.newCode', { time: clockLength(left) });
      if (drawnCode === status.code.text) return;
      drawnCode = status.code.text;
      const link_ = `${location.origin}/admin/devices?pair=${drawnCode}`;
      void import('./qr.ts').then(({ drawQr }) => drawQr(qr, link_));
    },
  };
}
