/** Why this is on screen, with all that was known when it was chosen. */
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import type { Cabin } from '../rides/cabin.ts';
import { reportDetail } from '../rides/report.ts';
import { openDialog } from './dialog.ts';
import { button, el, put } from '../screens/dom.ts';
import type { Translate } from '../screens/texts.ts';

export function openWhy(
  player: Pick<Player, 'clock' | 'incidents' | 'running'>,
  cabin: Pick<Cabin, 'place'>,
  say: Translate,
): void {
  const shown = player.running()?.run.onScreen()?.item;
  const dialog = openDialog(player.clock, 'why', say('why.title'));
  const facts = [
    ...(shown ? [[say('why.item'), shown.name] as const] : []),
    [say('why.reason'), say('why.loop')] as const,
    [say('why.used'), say('why.nothing')] as const,
  ];
  const list = el(
    'dl',
    'facts',
    ...facts.flatMap(([term, fact]) => [el('dt', '', term), el('dd', '', fact)]),
  );
  const message = el('p', 'said');
  message.setAttribute('role', 'status');
  const report = button(say('why.report'), () => {
    report.disabled = true;
    player.incidents
      .note('report', reportDetail({ by: 'Rider', what: 'ad', item: shown ?? null, fix: cabin.place() }))
      .then(() => put(message, say('why.reported')), onFault);
  });
  dialog.append(
    list,
    message,
    el(
      'div',
      'buttons',
      ...(shown ? [report] : []),
      button(say('why.close'), () => dialog.close()),
    ),
  );
}
