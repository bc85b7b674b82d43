/** Why this is on screen, with all that was known when it was chosen. */
import { openDialog } from './dialog.ts';
import type { Player } from '../app/player.ts';
import { button, el } from '../screens/dom.ts';
import type { Translate } from '../screens/texts.ts';

export function openWhy(player: Pick<Player, 'clock' | 'running'>, say: Translate): void {
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
  dialog.append(
    list,
    el(
      'div',
      'buttons',
      button(say('why.close'), () => dialog.close()),
    ),
  );
}
